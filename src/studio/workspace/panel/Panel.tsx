// The panel of what is selected, with its tabs: properties, rules, texts, where it is used, and its JSON.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useLocation } from "react-router";
import { toPointer } from "#engine/fields/fieldPath.ts";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { FilePane, type Target } from "../../editor/FileEditor.tsx";
import { nameFile } from "../add/FieldDialogs.tsx";
import { FindingsBeside, useShow } from "../findings/Findings.tsx";
import { findAddress } from "../findings/findAddress.ts";
import { useNamePlace } from "../findings/useNamePlace.ts";
import { findNode } from "../model/outline.ts";
import type { FieldPlace } from "../model/places.ts";
import { Rules } from "../rules/Rules.tsx";
import { useWorkspace } from "../useWorkspace.ts";
import styles from "../Workspace.module.css";
import { useSay } from "../words.ts";
import { TextsTab } from "./FieldTexts.tsx";
import { Properties } from "./Properties.tsx";
import { useAddress } from "./useAddress.ts";
import { usesQuery } from "./useFieldActs.ts";

const TABS = ["properties", "rules", "texts", "uses", "json"] as const;
type TabName = (typeof TABS)[number];

/** The tab is in the address, and the place in a file that the JSON shows. */
function useTab() {
  const [search, change] = useAddress();
  const tab = TABS.find((name) => name === search.get("tab")) ?? "properties";
  const open = (name: TabName) => change({ tab: name });
  const go = (target: Target) => change({ tab: "json", file: target.file }, { ...target });
  return { tab, open, go, file: search.get("file") };
}

export function Panel() {
  const { product, content, outline, selection } = useWorkspace();
  const say = useSay();
  const { tab, open, go, file } = useTab();
  const { step, names } = selection;
  const key = `${step} ${names}`;
  const isStep = names.length === 0;
  const field = isStep ? undefined : content.findField(step, names);
  const rules = content.findStepFile(step, "schema");
  const shown = file ?? rules;
  const goal = useLocation().state as Target | null;
  const pointer = field ? toPointer(field.rules.path.map(String)) : "";
  // The same object while nothing else is asked for: another one moves the cursor.
  const target = useMemo(
    () => (goal?.file === shown ? goal : { file: shown, ...(shown === rules && { pointer }) }),
    [goal, shown, rules, pointer],
  );
  return (
    <aside className={styles.pane} aria-label={say("panel")}>
      <h2 className={styles.paneHead}>{findNode(outline, selection)?.label ?? step}</h2>
      <FindingsBeside />
      <Tabs className={styles.tabs!} selectedKey={tab} onSelectionChange={(key) => open(key as TabName)}>
        <TabList aria-label={say("panel")} className={styles.tabList!}>
          {TABS.map((name) => (
            <Tab key={name} id={name} className={styles.tab!}>
              {say(`tab_${name}`)}
            </Tab>
          ))}
        </TabList>
        <Part name="properties">
          {isStep && <p>{say("choose")}</p>}
          {!isStep && !field && <Notice tone="warning" title={say("unreadable")} />}
          {field && <Properties key={key} field={field} />}
        </Part>
        <Part name="rules">{(isStep || field) && <Rules key={key} step={step} field={field} />}</Part>
        <Part name="texts">{field && <TextsTab field={field} />}</Part>
        <Part name="uses">{field && <Uses field={field} />}</Part>
        <Part name="json">
          <FilePane product={product.key} file={shown} target={target} onGo={go} />
        </Part>
      </Tabs>
    </aside>
  );
}

const Part = ({ name, children }: { name: TabName; children: ReactNode }) => (
  <TabPanel id={name} className={styles.tabPanel!}>
    {children}
  </TabPanel>
);

function Uses({ field }: { field: FieldPlace }) {
  const say = useSay();
  const { product, content } = useWorkspace();
  const namePlace = useNamePlace();
  const show = useShow(product.key);
  const { data } = useQuery(usesQuery(product.key, field));
  const uses = data?.uses.map((use) => {
    const address = findAddress(use, content);
    const name = namePlace(address);
    const kind = nameFile(use.file);
    return {
      ...use,
      kind,
      name,
      address: kind === "partRules" && address.field ? { ...address, tab: "rules" } : address,
    };
  });
  if (uses?.length === 0) return <p>{say("noUses")}</p>;
  return (
    <ul className={styles.uses}>
      {[...Map.groupBy(uses ?? [], ({ kind }) => kind)].map(([kind, list]) => (
        <li key={kind}>
          <strong>{say(kind)}</strong>
          {/* Of several places in one part the first. */}
          {[...new Map(list.toReversed().map((use) => [use.name ?? use.file, use])).values()]
            .toReversed()
            .map(({ file, line, column, name, address }) => (
              <button
                key={`${file}:${line}`}
                type="button"
                title={`${file}:${line}`}
                onClick={() => show(address, { file, line, column })}
              >
                {name ?? <code>{file.slice(file.lastIndexOf("/") + 1)}</code>}
              </button>
            ))}
        </li>
      ))}
    </ul>
  );
}
