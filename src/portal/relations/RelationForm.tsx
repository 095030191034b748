// Changing a relation's data. The fields and their rules are published content; this file saves, shows what the server
// objects to at the field it is about, and goes back to the data when it is done.
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { isRefused } from "#api/call.ts";
import { relationFormData, relationQuery } from "#api/relations.ts";
import type { Relation } from "#api/shapes.ts";
import { SchemaForm } from "#widgets/Form.tsx";
import { ErrorsElsewhere } from "#widgets/templates/ErrorSummary.tsx";
import { FormTexts, useMessage } from "#widgets/text.ts";
import { Button, IconButton } from "#widgets/ui/Button.tsx";
import { ConflictChoices } from "#widgets/ui/ConflictChoices.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import { ItemBody } from "../kit/ItemBody.tsx";
import { LeaveGuard } from "../kit/LeaveGuard.tsx";
import pageStyles from "../kit/Page.module.css";
import { Page } from "../kit/Page.tsx";
import { Failed, RowsToCome, useFailureText } from "../kit/States.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { type PortalForm, usePortalForm } from "../kit/usePortalForm.ts";
import { useItem } from "../masterDetail/useItem.ts";
import { conflictFields } from "./conflictFields.ts";
import styles from "./RelationForm.module.css";
import { useRelationSave } from "./useRelationSave.ts";

export default function RelationForm({ relation }: { relation: number }) {
  const text = useMessage();
  const to = usePaths();
  const navigate = useNavigate();
  const item = useItem<Relation>(relationQuery(relation));
  const back = { to: to.relations(), label: text("portal.relations.title") };
  return (
    <Page
      missing={{ error: item.error, back }}
      title={text("portal.relation_form.title")}
      icon="users"
      sub={item.data?.company ?? null}
      relation={{ number: relation, page: "details" }}
      actions={
        <IconButton
          icon="minimize"
          label={text("portal.relation_form.minimize")}
          hint
          onClick={() => navigate(to.relation(relation))}
        />
      }
    >
      <ItemBody item={item} back={back}>
        {(found) => <Fields key={relation} relation={found} />}
      </ItemBody>
    </Page>
  );
}

function Fields({ relation }: { relation: Relation }) {
  // What the form started from; newer data that arrives meanwhile is compared when it is saved.
  const [origin] = useState(relation);
  const { form, error, busy, retry } = usePortalForm("relation", relationFormData(origin));
  if (form) return <Editing form={form} relation={origin} />;
  return (
    <div className={`card ${pageStyles.alone}`}>
      {error ? <Failed error={error} busy={busy} retry={retry} /> : <RowsToCome rows={8} />}
    </div>
  );
}

function Editing({ form, relation }: { form: PortalForm; relation: Relation }) {
  const text = useMessage();
  const to = usePaths();
  const { send, settle, conflict, changed, forget, busy, error } = useRelationSave(form, relation);
  const failure = useFailureText();
  return (
    <FormTexts value={form.translate}>
      <LeaveGuard changed={changed} onLeave={forget} />
      {conflict && (
        <ConflictChoices
          title={text("portal.relation_form.conflict")}
          fields={conflictFields(form.presented, conflict)}
          onApply={settle}
        />
      )}
      <SchemaForm className={`card ${styles.form}`} session={form.session} presented={form.presented} onNext={send}>
        {error && (
          <Notice tone="danger" role="alert">
            {isRefused(error) ? text("error.relation_save") : failure(error)}
            <ErrorsElsewhere session={form.session} presented={form.presented} />
          </Notice>
        )}
        <div className={styles.foot}>
          <Button type="submit" kind="primary" busy={busy}>
            {text(busy ? "portal.relation_form.saving" : "portal.relation_form.save")}
          </Button>
          <Link className="button button-quiet" to={to.relationData(relation.number)}>
            {text("common.action.cancel")}
          </Link>
        </div>
      </SchemaForm>
    </FormTexts>
  );
}
