// Changing a relation's data. The fields and their rules are published content. This file saves, shows the server's
// errors at their fields, and goes back to the data when it is done.
import { useState } from "react";
import { Link, useBlocker, useNavigate } from "react-router";
import { isRefused } from "#api/calls/call.ts";
import { type Relation, relationFormData } from "#api/portfolio/relations.ts";
import type { Comparison } from "#engine/answers/conflict.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { PresentedForm } from "#engine/texts/present.ts";
import { SchemaForm } from "#widgets/Form.tsx";
import { FormTexts, useMessage } from "#widgets/runtime/text.ts";
import { ErrorsElsewhere } from "#widgets/templates/ErrorSummary.tsx";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { ConflictChoices, type ConflictField } from "#widgets/ui/notice/ConflictChoices.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { type PortalForm, usePortalForm } from "../kit/form/usePortalForm.ts";
import { Loaded, useFailureText } from "../kit/States.tsx";
import { useFocusTitle } from "../kit/useFocusTitle.ts";
import { usePaths } from "../kit/usePortal.ts";
import { createPage } from "../masterDetail/createScreens.tsx";
import styles from "./RelationForm.module.css";
import { relations } from "./relationKind.tsx";
import { useRelationSave } from "./useRelationSave.ts";

function Minimize({ number }: { number: number }) {
  const text = useMessage();
  const to = usePaths();
  const navigate = useNavigate();
  return (
    <Button icon="minimize" onClick={() => navigate(to.relation(number))}>
      {text("portal.relation_form.minimize")}
    </Button>
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
  // The initial data. Newer data that arrives meanwhile is compared when it is saved.
  const [origin] = useState(relation);
  return (
    <Loaded query={usePortalForm("relation", relationFormData(origin))} rows={8} alone>
      {(form) => <Editing form={form} relation={origin} />}
    </Loaded>
  );
}

function Editing({ form, relation }: { form: PortalForm; relation: Relation }) {
  const text = useMessage();
  const to = usePaths();
  const { send, settle, conflict, changed, forget, restored, discard, busy, error } = useRelationSave(form, relation);
  const failure = useFailureText();
  useFocusTitle(!restored);
  return (
    <FormTexts value={form.translate}>
      <LeaveGuard changed={changed} onLeave={forget} />
      <div className="said" role="status">
        {restored && (
          <Notice
            className={styles.restored}
            action={
              <Button small onClick={discard}>
                {text("portal.relation_form.discard")}
              </Button>
            }
          >
            {text("portal.relation_form.restored")}
          </Notice>
        )}
      </div>
      {conflict && (
        <ConflictChoices
          title={text("portal.relation_form.conflict")}
          fields={conflictFields(form.presented, conflict)}
          asked={conflict}
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

/** Asks before changes are left, by whatever link or by going back. What goes with the page itself is kept (kit/form/useKept.ts). */
function LeaveGuard({ changed, onLeave }: { changed: () => boolean; onLeave: () => void }) {
  const text = useMessage();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && changed(),
  );
  if (blocker.state !== "blocked") return null;
  const leave = () => {
    onLeave();
    blocker.proceed();
  };
  return (
    <Dialog title={text("portal.leave.title")} intro={text("portal.leave.text")} onClose={() => blocker.reset()}>
      <div className="actions">
        <Button kind="primary" onClick={() => blocker.reset()}>
          {text("portal.leave.stay")}
        </Button>
        <Button onClick={leave}>{text("portal.leave.go")}</Button>
      </div>
    </Dialog>
  );
}

/** Of a field, as the form is drawn. */
interface Options {
  title?: string;
  items?: { value: unknown; label?: string }[];
}

/** The fields that two people changed, in words: labels and options as the form shows them. */
export function conflictFields(
  { uiSchema }: Pick<PresentedForm, "uiSchema">,
  { conflicts }: Comparison,
): ConflictField[] {
  return conflicts.map(({ path, yours, stored }) => {
    const name = path[0] ?? "";
    const { title, items } = ((uiSchema[name] as JsonObject | undefined)?.["ui:options"] ?? {}) as Options;
    const words = (value: unknown) =>
      items?.find((item) => item.value === value)?.label ??
      (value === undefined || value === null ? "–" : String(value));
    return { key: path.join("/"), label: title ?? name, yours: words(yours), stored: words(stored) };
  });
}
