// What is known of one relation, in four panels, with the way to change it (spec: portal 2, relation data view).

import { useEffect } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { Relation } from "#api/portfolio/relations.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { toast } from "#widgets/ui/notice/Toast.tsx";
import pageStyles from "../kit/Page.module.css";
import { FactPanel } from "../kit/Panel.tsx";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import { createPage } from "../masterDetail/createScreens.tsx";
import { relations } from "./relationKind.tsx";

type EditResult = { saved?: boolean; unchanged?: boolean } | null;

/** The edit form leads here. Announces once whether it saved changes. */
function useSavedNotice() {
  const text = useMessage();
  const navigate = useNavigate();
  const { state, pathname } = useLocation();
  const { saved, unchanged } = (state as EditResult) ?? {};
  useEffect(() => {
    if (!saved && !unchanged) return;
    toast(text(saved ? "portal.relation_form.saved" : "portal.relation_form.unchanged"));
    navigate(pathname, { replace: true, state: null, preventScrollReset: true });
  }, [saved, unchanged, text, navigate, pathname]);
}

function ChangeLink({ number }: { number: number }) {
  const text = useMessage();
  return (
    <Link className="button button-primary" to={usePaths().relationChange(number)}>
      <Icon name="edit" />
      {text("portal.relation_data.change")}
    </Link>
  );
}

function useWords() {
  const text = useMessage();
  return {
    correspondence: (value: string) =>
      /^e-?mail$/i.test(value)
        ? text("common.correspondence_preference.email")
        : /^post$/i.test(value)
          ? text("common.correspondence_preference.post")
          : value,
    digital: (value: Relation["digitalPolicy"]) => value && text(`common.digital_policy.${value}`),
  };
}

function RelationPanels({ thing: relation }: { thing: Relation }) {
  const text = useMessage();
  const format = useFormat();
  const words = useWords();
  useSavedNotice();
  return (
    <div className={pageStyles.panels}>
      <FactPanel
        title={text("portal.relation_data.company.title")}
        items={[
          { label: "portal.relation.field.company", value: relation.company },
          { label: "portal.relation.field.email", value: relation.email },
          { label: "portal.relation.field.email_financial", value: relation.emailFinancial },
        ]}
      />
      <FactPanel
        title={text("portal.relation_data.address.title")}
        items={[
          { label: "portal.relation.field.address", value: relation.address },
          { label: "portal.relation.field.zipcode", value: relation.zipcode, num: true },
          { label: "portal.relation.field.city", value: relation.city },
          { label: "portal.relation.field.country", value: relation.country && format.country(relation.country) },
        ]}
      />
      <FactPanel
        title={text("portal.relation_data.communication.title")}
        items={[
          {
            label: "portal.relation.field.correspondence_preference",
            value: words.correspondence(relation.correspondence),
          },
          { label: "portal.relation.field.digital_policy", value: words.digital(relation.digitalPolicy) },
        ]}
      />
      <FactPanel
        title={text("portal.relation_data.additional.title")}
        items={[{ label: "portal.relation.field.kvk_number", value: relation.kvk, num: true }]}
      />
    </div>
  );
}

export default createPage<Relation, Relation>(relations, {
  title: (_relation, _number, text) => text("portal.relation_data.title"),
  sub: ({ company }) => company,
  Actions: ChangeLink,
  Body: RelationPanels,
  menu: "details",
});
