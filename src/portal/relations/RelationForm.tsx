// Changing a relation's data. The fields and their rules are published content; this file saves, shows what the server
// objects to at the field it is about, and goes back to the data when it is done.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import { PortalError } from "#api/call.ts";
import { relationFormData, relationQuery, saveRelation } from "#api/relations.ts";
import type { Relation } from "#api/shapes.ts";
import { SchemaForm } from "#widgets/Form.tsx";
import { focusField } from "#widgets/focus.ts";
import { ProductTexts, useMessage } from "#widgets/text.ts";
import { Button, IconButton } from "#widgets/ui/Button.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import { ItemBody } from "../ItemPage.tsx";
import { useItem } from "../masterDetail/useItem.ts";
import { Page } from "../Page.tsx";
import { Failed, RowsToCome, useFailureText } from "../States.tsx";
import { usePaths } from "../usePortal.ts";
import { type PortalForm, usePortalForm } from "../usePortalForm.ts";

export default function RelationForm({ relation }: { relation: number }) {
  const text = useMessage();
  const to = usePaths();
  const navigate = useNavigate();
  const item = useItem<Relation>(relationQuery(relation));
  return (
    <Page
      title={text("portal.relation_form.title")}
      icon="users"
      sub={item.data?.company}
      relation={{ number: relation, page: "details" }}
      actions={
        <IconButton
          icon="minimize"
          label={text("portal.relation_form.minimize")}
          title={text("portal.relation_form.minimize")}
          onClick={() => navigate(to.relation(relation))}
        />
      }
    >
      <ItemBody
        item={item}
        loading={text("common.loading")}
        back={{ to: to.relations(), label: text("portal.relations.title") }}
      >
        {(found) => <Fields key={relation} relation={found} />}
      </ItemBody>
    </Page>
  );
}

function Fields({ relation }: { relation: Relation }) {
  const { form, error, busy, retry } = usePortalForm("relation", relationFormData(relation));
  if (form) return <Editing form={form} relation={relation} />;
  return (
    <div className="card list-alone">
      {error ? <Failed error={error} busy={busy} retry={retry} /> : <RowsToCome rows={8} />}
    </div>
  );
}

function useSave(form: PortalForm, relation: Relation) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = usePaths();
  return useMutation({
    mutationFn: async () => {
      const answer = await saveRelation(relation.number, form.session.active());
      if (!answer.success) throw new PortalError({ code: "invalid", status: 422, errors: answer.errors });
    },
    onError: (error) => {
      if (!(error instanceof PortalError) || error.errors.length === 0) return;
      form.session.setServerErrors(error.errors);
      const first = form.session.errors()[0];
      if (first) focusField(first.id);
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["relations"] });
      navigate(to.relationData(relation.number), { state: { saved: true } });
    },
  });
}

function Editing({ form, relation }: { form: PortalForm; relation: Relation }) {
  const text = useMessage();
  const to = usePaths();
  const save = useSave(form, relation);
  const failure = useFailureText();
  const next = () => {
    const [first] = form.session.attempt();
    if (first) focusField(first.id);
    else save.mutate();
  };
  const atFields = save.error instanceof PortalError && save.error.errors.length > 0;
  return (
    <ProductTexts value={form.translate}>
      <SchemaForm className="card form-card" session={form.session} presented={form.presented} onNext={next}>
        {save.error && (
          <Notice tone="danger" role="alert">
            {atFields ? text("error.relation_save") : failure(save.error)}
          </Notice>
        )}
        <div className="form-foot">
          <Button type="submit" kind="primary" busy={save.isPending}>
            {text(save.isPending ? "portal.relation_form.saving" : "portal.relation_form.save")}
          </Button>
          <Link className="btn btn-quiet" to={to.relationData(relation.number)}>
            {text("common.action.cancel")}
          </Link>
        </div>
      </SchemaForm>
    </ProductTexts>
  );
}
