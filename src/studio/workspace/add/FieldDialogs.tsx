// What is asked before a field gets another name or another place, or before something goes: what becomes of all that uses it.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { productPath, studioQuery } from "../../data.ts";
import { NameForm } from "../../NameForm.tsx";
import type { RemovalUses } from "../../server/edit/fieldChanges.ts";
import type { OutlineNode } from "../model/outline.ts";
import { Refusal } from "../panel/TextField.tsx";
import type { Outcome } from "../useActs.ts";
import { useWorkspace } from "../useWorkspace.ts";
import styles from "../Workspace.module.css";
import { useSay, type WordKey } from "../words.ts";
import { PickList } from "./AddDialog.tsx";

interface NodeProps {
  node: OutlineNode;
  onClose(): void;
}

/** The places of the outline: the end of each section, and of each step. */
export function MoveDialog({ node, onClose, onMove }: NodeProps & { onMove(last: OutlineNode): void }) {
  const say = useSay();
  const { content, outline } = useWorkspace();
  const forms = outline.filter(({ step }) => content.isForm(step));
  const places = forms.flatMap((step) => {
    const groups = [...step.children.filter(({ kind }) => kind === "section"), step];
    return groups.flatMap((group) => {
      const last = group.children.findLast(({ kind }) => kind === "field");
      const label = group === step ? step.label : `${step.label} – ${group.label}`;
      return last && last.id !== node.id && (node.kind === "field" || step.step !== node.step) ? [{ last, label }] : [];
    });
  });
  return (
    <Dialog title={say("moveTitle", { field: node.label })} intro={say("moveIntro")} onClose={onClose}>
      <PickList
        label={say("places")}
        items={places.map(({ label }, index) => [String(index), label] as const)}
        onChoose={(index) => onMove(places[Number(index)]!.last)}
      />
    </Dialog>
  );
}

export function RenameDialog({ node, onClose, onRename }: NodeProps & { onRename(to: string): Promise<Outcome> }) {
  const say = useSay();
  const rename = async (to: string) => (await onRename(to)) ?? undefined;
  return (
    <Dialog title={say("renameTitle", { field: node.label })} intro={say("renameIntro")} onClose={onClose}>
      <NameForm label={say("fileName")} action={say("rename")} start={node.names.at(-1)} onSubmit={rename} />
    </Dialog>
  );
}

const PARTS: [WordKey, RegExp][] = [
  ["partRules", /\.schema\.json$/],
  ["partLayout", /\.ui\.json$/],
  ["partTariff", /\/tariff[^/]*\.(?:json|csv)$/],
  ["partHandover", /\/handover\.json$/],
  ["partCases", /^fixtures\/steps\//],
  ["partJourneys", /^fixtures\/journeys\//],
  ["partPortfolio", /^fixtures\/portfolio\//],
  ["partProduct", /./],
];

/** The kind of file that a place is in. */
export const nameFile = (file: string): WordKey =>
  PARTS.find(([, pattern]) => pattern.test(file))?.[0] ?? "partProduct";

interface DeleteProps extends NodeProps {
  fields: readonly string[];
  onDelete(): Promise<Outcome>;
}

export function DeleteDialog({ node, fields, onClose, onDelete }: DeleteProps) {
  const say = useSay();
  const { content } = useWorkspace();
  const [refusal, setRefusal] = useState<string>();
  const query = { step: node.step, fields: fields.join(","), ...(node.kind === "step" && { isStep: "true" }) };
  const { data } = useQuery(studioQuery<RemovalUses>(productPath(content.product, "removal"), { query }));
  const uses = data?.uses ?? [];
  const stays = uses.filter(({ goes }) => !goes);
  const parts = Map.groupBy(
    uses.filter(({ goes }) => goes),
    ({ file }) => nameFile(file),
  );
  return (
    <Dialog title={say("deleteTitle", { field: node.label })} intro={say("deleteIntro")} onClose={onClose}>
      <div className={styles.addForm}>
        <h3>{say("goes")}</h3>
        <ul className={styles.uses} aria-label={say("goes")}>
          {[...parts].map(([part, list]) => (
            <li key={part}>{say("goesAlong", { part: say(part), count: list.length })}</li>
          ))}
        </ul>
        {stays.length > 0 && <p>{say("staysIntro")}</p>}
        <ul className={styles.uses} aria-label={say("stays")}>
          {stays.map(({ file, line, column }) => (
            <li key={`${file}:${line}:${column}`}>
              <code>{`${file}:${line}`}</code>
            </li>
          ))}
        </ul>
        <Refusal reason={refusal} />
        <div className="actions">
          <Button
            kind="danger"
            unavailable={!data}
            onClick={() => void onDelete().then((reason) => setRefusal(reason ?? undefined))}
          >
            {say("delete")}
          </Button>
          <Button onClick={onClose}>{say("cancel")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
