// Keeps a step of the preview open while files change under it: the same answers go into the new version. Only a case whose
// own answers were changed in its file starts again with those.
import { useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { dayAtInstant } from "#engine/dates.ts";
import { sameValue } from "#engine/formValues.ts";
import type { Language } from "#engine/types.ts";
import type { PreviewCase, PreviewProduct } from "./data.ts";
import { type OpenStep, openStep } from "./openStep.ts";
import { readSetting, type Setting } from "./setting.ts";
import { keepTyped, type Typed, typedBefore } from "./typed.ts";
import type { Words } from "./words.ts";

export interface Opened {
  open: OpenStep;
  choices: PreviewCase[];
  chosen: PreviewCase;
  choose(name: string): void;
}

/** Nothing filled in, the base, and the tester's cases. */
function buildChoices({ cases }: PreviewProduct, step: string): PreviewCase[] {
  const own = cases[step] ?? [];
  const context = own[0]?.context ?? { today: dayAtInstant(Date.now()) };
  return [{ name: "empty", data: {}, context, expect: [] }, ...own];
}

export function findBase(product: PreviewProduct, step: string): PreviewCase {
  const choices = buildChoices(product, step);
  return choices[1] ?? choices[0]!;
}

function startWith({ name, data, expect }: PreviewCase): Typed {
  return { chosen: name, from: data, data, attempted: expect !== "valid" && name !== "empty" };
}

/** The case and the setting stand in the address. */
export function useOpenStep(product: PreviewProduct, words: Record<Language, Words>, step: string): Opened {
  const [turn, setTurn] = useState(0);
  const [search, setSearch] = useSearchParams();
  const asked = search.get("case");
  const set = JSON.stringify(readSetting(search));
  const before = useRef<{ open: OpenStep; turn: number } | null>(null);
  const opened = useMemo(() => {
    const choices = buildChoices(product, step);
    // A file was saved: what stands in a field goes along. After a choice it does not.
    if (before.current?.turn === turn) before.current.open.session.flush();
    const kept = typedBefore(product.key, step);
    const chosen = choices.find(({ name }) => name === (asked ?? kept?.chosen)) ?? choices[1] ?? choices[0]!;
    const goesOn = kept?.chosen === chosen.name && sameValue(kept.from, chosen.data);
    const typed = goesOn ? kept : startWith(chosen);
    const open = openStep(product, words, step, { ...chosen, data: typed.data, setting: JSON.parse(set) as Setting });
    if (typed.attempted) open.session.attempt();
    const { session } = open;
    session.subscribeAll(() => {
      const { name, data: from } = chosen;
      keepTyped(product.key, step, { chosen: name, from, data: session.data(), attempted: session.submitted });
    });
    before.current = { open, turn };
    return { open, choices, chosen };
  }, [product, words, step, turn, asked, set]);
  const choose = (name: string) => {
    const found = opened.choices.find((one) => one.name === name);
    if (!found) return;
    keepTyped(product.key, step, startWith(found));
    setTurn(turn + 1);
    setSearch((before) => ({ ...Object.fromEntries(before), case: name }), { replace: true, preventScrollReset: true });
  };
  return { ...opened, choose };
}
