// Keeps a step of the preview open while files change under it: the same answers go into the new version. Only a case whose
// own answers were changed in its file starts again with those.
import { useMemo, useRef, useState } from "react";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { dayAtInstant } from "#engine/values/dates.ts";
import { inEachLanguage } from "#engine/values/languages.ts";
import type { PreviewProduct } from "../data.ts";
import type { PreviewCase } from "../server/previewCases.ts";
import type { PreviewRequest } from "../server/request/previewRequests.ts";
import { useWorkspace } from "../workspace/useWorkspace.ts";
import { type OpenStep, openStep, type Start } from "./openStep.ts";
import { type Origin, type Setting, useSetting } from "./setting.ts";

export interface OpenedStep {
  open: OpenStep;
  cases: PreviewCase[];
  chosen: Start;
  choose(origin: Origin): void;
}

/** Nothing filled in, the base, and the tester's cases. */
function buildCases({ cases }: PreviewProduct, step: string): PreviewCase[] {
  const stepCases = cases[step] ?? [];
  const context = stepCases[0]?.context ?? { today: dayAtInstant(Date.now()) };
  return [{ name: "empty", data: {}, context, expect: [] }, ...stepCases];
}

const startWithCase = ({ name, ...one }: PreviewCase): Start => ({
  ...one,
  origin: { kind: "case", name },
  flow: "newRequest",
  meta: {},
});

export function startWithRequest({ kind, name, flow, ...request }: PreviewRequest, step: string): Start {
  const { [step]: data = {}, ...answers } = request.answers;
  const errors = request.errors[step];
  return {
    origin: { kind, name },
    data,
    flow,
    context: { today: request.today, answers },
    expect: errors === undefined ? null : errors.length > 0 ? errors : "valid",
    meta: inEachLanguage((language) => request.meta[language][step] ?? {}),
  };
}

/** A case by its name. */
export const findStart = (product: PreviewProduct, step: string, name: string): Start | undefined =>
  buildCases(product, step)
    .map(startWithCase)
    .find(({ origin }) => origin.name === name);

/** Under which the typed answers of a step are kept. */
const nameOrigin = ({ kind, name }: Origin) => `${kind} ${name}`;

/** What was typed in the preview, kept for this tab: a saved file, a full reload or a look at another step loses nothing. */
interface TypedAnswers {
  /** Name of the case that it started with. */
  chosen: string;
  /** The answers of that case then: when its file changes them, they are shown instead. */
  from: JsonObject;
  data: Answers;
  /** Next was pressed, so every error shows. */
  attempted: boolean;
}

const buildStorageName = (product: string, step: string) => `preview/${product}/${step}`;

function typedBefore(product: string, step: string): TypedAnswers | null {
  try {
    return JSON.parse(sessionStorage.getItem(buildStorageName(product, step)) ?? "null") as TypedAnswers | null;
  } catch {
    return null;
  }
}

function keepTyped(product: string, step: string, typed: TypedAnswers): void {
  sessionStorage.setItem(buildStorageName(product, step), JSON.stringify(typed));
}

function startTyping({ origin, data, expect }: Start): TypedAnswers {
  const attempted = expect !== null && expect !== "valid" && origin.name !== "empty";
  return { chosen: nameOrigin(origin), from: data, data, attempted };
}

/** The settings that decide which session it is. How it is rendered does not. */
function isSession({ language: _language, width: _width, ...setting }: Setting): string {
  return JSON.stringify(setting);
}

/** The case, or the request, and the setting are in the address. */
export function useOpenStep(request: PreviewRequest | null): OpenedStep {
  const { product, words, selection } = useWorkspace();
  const { step } = selection;
  const [turn, setTurn] = useState(0);
  const [setting, change] = useSetting();
  const latest = useRef(setting);
  latest.current = setting;
  const set = isSession(setting);
  const before = useRef<{ open: OpenStep; turn: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the setting only the part in `set` reopens the step
  const opened = useMemo(() => {
    const cases = buildCases(product, step);
    // After a saved file the typed text is kept, after another choice it is not.
    if (before.current?.turn === turn) before.current.open.session.flush();
    const typedDraft = typedBefore(product.key, step);
    const origin = latest.current.origin;
    const name = origin?.kind === "case" ? nameOrigin(origin) : typedDraft?.chosen;
    const starts = cases.map(startWithCase);
    const case_ = starts.find(({ origin }) => nameOrigin(origin) === name) ?? starts[1] ?? starts[0]!;
    const chosen = request ? startWithRequest(request, step) : case_;
    // A case that follows from a rule changes with it: what was typed over it stays.
    const follows = cases.find((previewCase) => previewCase.name === chosen.origin.name)?.follows === true;
    const stays =
      typedDraft &&
      (sameValue(typedDraft.from, chosen.data) || (follows && !sameValue(typedDraft.from, typedDraft.data)));
    const goesOn = typedDraft?.chosen === nameOrigin(chosen.origin) && stays;
    const typed = goesOn ? typedDraft : startTyping(chosen);
    const open = openStep(product, words, step, { ...chosen, data: typed.data, setting: latest.current });
    if (typed.attempted) open.session.attempt();
    const { session } = open;
    session.subscribeAll(() => {
      keepTyped(product.key, step, { ...typed, data: session.data(), attempted: session.submitted });
    });
    before.current = { open, turn };
    return { open, cases, chosen };
  }, [product, words, step, turn, request, set]);
  const choose = (origin: Origin) => {
    const chosenCase = opened.cases.find(({ name }) => origin.kind === "case" && name === origin.name);
    const same = nameOrigin(origin) === nameOrigin(opened.chosen.origin);
    if (chosenCase) keepTyped(product.key, step, startTyping(startWithCase(chosenCase)));
    else if (same) keepTyped(product.key, step, startTyping(opened.chosen));
    setTurn(turn + 1);
    change({ origin });
  };
  return { ...opened, choose };
}
