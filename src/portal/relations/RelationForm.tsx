// Changing a relation's data. The fields and their rules are published content; this file saves, shows what the server
// objects to at the field it is about, and goes back to the data when it is done.
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { isRefused } from "#api/call.ts";
import { relationFormData } from "#api/relations.ts";
import type { Relation } from "#api/shapes.ts";
import { SchemaForm } from "#widgets/Form.tsx";
import { ErrorsElsewhere } from "#widgets/templates/ErrorSummary.tsx";
import { FormTexts, useMessage } from "#widgets/text.ts";
import { Button, IconButton } from "#widgets/ui/Button.tsx";
import { ConflictChoices } from "#widgets/ui/ConflictChoices.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import { LeaveGuard } from "../kit/LeaveGuard.tsx";
import pageStyles from "../kit/Page.module.css";
import { Failed, RowsToCome, useFailureText } from "../kit/States.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { type PortalForm, usePortalForm } from "../kit/usePortalForm.ts";
import { createPage } from "../masterDetail/createScreens.tsx";
import { conflictFields } from "./conflictFields.ts";
import styles from "./RelationForm.module.css";
import { relations } from "./relationKind.tsx";
import { useRelationSave } from "./useRelationSave.ts";

function Minimize({ number }: { number: number }) {
  const text = useMessage();
  const to = usePaths();
  const navigate = useNavigate();
  return (
    <IconButton
      icon="minimize"
      label={text("portal.relation_form.minimize")}
      hint
      onClick={() => navigate(to.relation(number))}
    />
  );
}

export default createPage<Relation, Relation>(relations, {
  title: (_relation, _number, text) => text("portal.relation_form.title"),
  sub: ({ company }) => company,
  Actions: Minimize,
  Body: Fields,
  menu: "details",
});

function Fields({ thing: relation }: { thing: Relation }) {
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
