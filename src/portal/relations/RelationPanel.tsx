// The panel of the selected relation; maximize opens the relation's data (spec: portal 2).
import { Link } from "react-router";
import { relationQuery } from "#api/relations.ts";
import type { Relation } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { Kv } from "../kit/Kv.tsx";
import { NewRequest } from "../kit/NewRequest.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { DetailPanel } from "../masterDetail/DetailPanel.tsx";
import { useItem } from "../masterDetail/useItem.ts";
import { useCountry } from "./useCountry.ts";

export function RelationPanel({ row }: { row: Relation }) {
  const text = useMessage();
  const to = usePaths();
  const country = useCountry();
  const { data, loading } = useItem(relationQuery(row.number), row);
  const relation = data ?? row;
  const open = { to: to.relationData(relation.number), label: text("portal.relations.detail.maximize") };
  return (
    <DetailPanel
      title={relation.company}
      open={open}
      actions={
        <>
          <Link className="button button-primary" to={to.relation(relation.number)}>
            {text("portal.relations.detail.open_dashboard")}
          </Link>
          <Link className="button button-secondary" to={open.to}>
            {open.label}
          </Link>
          <NewRequest relation={relation} kind="secondary" />
        </>
      }
    >
      <Kv
        loading={loading}
        items={[
          { label: "portal.relation.field.company", value: relation.company },
          { label: "portal.relation.field.address", value: relation.address },
          { label: "portal.relation.field.zipcode", value: relation.zipcode, num: true },
          { label: "portal.relation.field.city", value: relation.city },
          { label: "portal.relation.field.country", value: relation.country && country(relation.country) },
        ]}
      />
    </DetailPanel>
  );
}
