// What each of the four flows hides or disables, and where every list comes from: its call, or its rules in words.

import { expressionWords } from "#engine/expressions/expressionWords.ts";
import type { FlowManifest, FlowName, ListSource } from "#engine/schema/types.ts";
import { resolveLists } from "#engine/steps/lists.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import type { PreviewProduct } from "../data.ts";
import { Card, Table } from "../Parts.tsx";
import { findLists } from "../step/listUse.ts";
import { FLOWS } from "../step/setting.ts";

export function FlowTables({ product }: { product: PreviewProduct }) {
  const { manifest } = product.bundle;
  if (manifest.steps.length === 0) return null;
  return (
    <div className="pv-two">
      <Card className="pv-table" title="What a flow hides or disables">
        <Table heads={["Flow", "Hides", "Steps", "Sidebar"]}>
          {FLOWS.map((name) => (
            <FlowRow key={name} name={name} flow={manifest.flows[name]} />
          ))}
        </Table>
      </Card>
      <div className="studio-stack">
        <ListTable product={product} />
        <Documents documents={manifest.documents} />
      </div>
    </div>
  );
}

/** As they would be published. A PDF is put in its folder, and named in product.json. */
function Documents({ documents }: { documents: Record<string, string> }) {
  return (
    <Card className="studio-documents" title="Documents">
      <ul>
        {Object.entries(documents).map(([name, address]) => (
          <li key={name}>
            <code>{name}</code>{" "}
            <a href={address} target="_blank" rel="noreferrer">
              {address.split("/").at(-1)}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FlowRow({ name, flow }: { name: FlowName; flow: FlowManifest | undefined }) {
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
      </th>
      <td data-label="Hides">{flow?.hide?.join(", ") ?? "nothing"}</td>
      <td data-label="Steps">{flow?.steps === "disabled" ? "start disabled, with Change" : "one after the other"}</td>
      <td data-label="Sidebar">{flow?.sidebar === "last-step" ? "that of the last step" : "that of the open step"}</td>
    </tr>
  );
}

function ListTable({ product }: { product: PreviewProduct }) {
  const language = useLanguage();
  const { manifest, steps } = product.bundle;
  const { lists } = resolveLists(manifest, product.sources[language], {}, "");
  const usedIn = (list: string) => Object.keys(steps).filter((key) => findLists(steps[key]!).includes(list));
  return (
    <Card className="pv-table" title="Lists and their rules">
      <Table className="pv-lists" heads={["List", "Comes from", "Used in", "Sample"]}>
        {Object.entries(manifest.lists).map(([name, source]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td data-label="Comes from">
              <Source source={source} />
            </td>
            <td data-label="Used in">{usedIn(name).join(", ") || "no step"}</td>
            <td data-label="Sample">{lists[name]?.length ?? 0} items</td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function Source({ source }: { source: ListSource }) {
  if ("call" in source) {
    return (
      <>
        call {source.call}, at <code>{source.path}</code>
      </>
    );
  }
  if ("records" in source)
    return (
      <>
        records of <code>{source.records}</code>
      </>
    );
  return (
    <ol className="pv-rules">
      {source.rules.map((rule, index) => (
        <li key={JSON.stringify(rule)}>
          {rule.when !== undefined ? `when ${expressionWords(rule.when)}: ` : index > 0 ? "otherwise: " : ""}
          <strong>{rule.values.join(", ")}</strong>
          {rule.default !== undefined && ` (${rule.default} preferred)`}
        </li>
      ))}
    </ol>
  );
}
