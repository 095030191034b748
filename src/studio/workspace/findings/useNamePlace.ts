// What a place in the files is called: the label of a field behind that of its step, a part of the product, a case or a whole request.
import { useLanguage } from "#widgets/runtime/text.ts";
import { useOriginTitles } from "../../step/OriginChoice.tsx";
import { nameCase } from "../model/cases.ts";
import { findNode } from "../model/outline.ts";
import { listParts } from "../model/parts.ts";
import { useWorkspace } from "../useWorkspace.ts";
import { useSay } from "../words.ts";
import type { ShownPlace } from "./findAddress.ts";

/** Returns undefined for a place that only its file shows. */
export function useNamePlace(): (place: ShownPlace) => string | undefined {
  const say = useSay();
  const language = useLanguage();
  const { content, outline } = useWorkspace();
  const { requests } = useOriginTitles();
  return ({ step = "", field, part, view, journey, case: name }) => {
    const label = findNode(outline, { step, names: [] })?.label;
    if (name !== undefined) return `${label} – ${nameCase(content, step, name, language)}`;
    if (journey !== undefined) return requests.find((each) => each.name === journey)?.title ?? journey;
    const found = listParts(content, language).find((each) => `${each.kind} ${each.name}` === part);
    if (found) return say("titled", { kind: say(`kind_${found.kind}`), name: found.label });
    if (view === "tables") return say("tables");
    const names = field?.split(".") ?? [];
    const inside = names.map((_, index) => content.labelAt(step, names.slice(0, index + 1))[language]);
    return label && [label, ...inside].join(" – ");
  };
}
