// The state diagram of src/wizard/README.md, read from the table of events: each kind of event is tried in every state
// that events lead to and that it may come in. `node tests/wizard/support/diagram.ts` writes it; `diagram.test.ts`
// fails when it is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EventName, reduce, type WizardEvent } from "#wizard/model/events.ts";
import { initialState, type WizardState } from "#wizard/model/state.ts";
import { isPossible } from "./possible.ts";

const readme = join(import.meta.dirname, "../../../src/wizard/README.md");
const answer = {
  data: {},
  total_steps: 0,
  completed_steps: 0,
  can_send_quotation_request: false,
  can_send_insurance_policy_request: false,
  reason: null,
};
const flags = { active: false, completed: false, disabled: false };
const step = "step";
const action = "quotation";
const form = { data: {}, meta: {} };
const commit = { step, before: {}, after: {}, fields: [], received: false, differs: true };

type Carried<Event> = Event extends WizardEvent ? Omit<Event, "type"> : never;
type Samples = { [Name in EventName]: readonly Carried<Extract<WizardEvent, { type: Name }>>[] };

/** Of every event what it may carry, as far as that leads to different states. */
const samples: Samples = {
  opened: [{ step }],
  revealed: [{ step }],
  closed: [{ step }],
  headed: [{ step }],
  progressed: [{ answer, progress: { step: { ...flags, completed: true } }, stay: null }],
  typed: [{}],
  committed: [commit],
  defaultsFilled: [{}],
  choiceMade: [{ step, notes: {} }],
  companyConfirmed: [{ number: "42712573" }],
  filesChanged: [],
  formsArrived: [{ forms: {} }],
  listsArrived: [{ sources: {} }],
  judged: [{ judgement: null }],
  restored: [{}],
  keeping: [{ kept: true }],
  keptHere: [{ steps: [step] }],
  saving: [{ step }],
  retrying: [{ step, attempt: 1 }],
  stored: [{ step, at: 0 }],
  saveFailed: [
    { step, code: "invalid" },
    { step, code: "failed" },
  ],
  saved: [{ step, action: "next", quiet: false }],
  savedItself: [{ step }],
  refused: [{ refusal: { step } }],
  changedElsewhere: [{ steps: [step] }],
  conflict: [
    { step, conflict: { comparison: { merged: {}, conflicts: [] }, stored: form, revision: 1, action: "next" } },
  ],
  conflictSettled: [{ step, form }],
  pricing: [{}],
  priced: [{ premium: { total_amount: 1 } as never }],
  unpriced: [{}],
  priceFailed: [{}],
  numberChanged: [{ metas: {} }],
  registerAsked: [{}],
  registered: [{ step, meta: {} }],
  prefilled: (["filled", "unknown", "unavailable", "limited"] as const).map((status) => ({
    status,
    steps: [],
    offers: [],
  })),
  replaced: [{ step, fields: ["city"] }],
  offerUsed: [{ step, field: "city" }],
  sendTried: [{ companyUnconfirmed: false }],
  sending: [{ action }],
  sendingEnded: [{}],
  sent: [{ action, answer: {} as never }],
  sentElsewhere: [{ sent: null }],
  answerLost: [{ action, repeats: true }],
  sendFailed: [{ failure: { action, code: "failed" } }],
  returned: [{}],
  noticeClosed: [{ notice: "prefill" }],
};

/** One aspect of the state, and the name that it has in a state. */
const regions: Record<string, (state: WizardState) => string> = {
  step: ({ progress }) => {
    const { active, completed } = progress[step] ?? flags;
    return active ? (completed ? "open_completed" : "open") : completed ? "completed" : "closed";
  },
  answers: ({ saves }) => {
    const save = saves[step] ?? { kind: "clean" };
    if (save.kind === "failed") return save.code === "invalid" ? "to_correct" : "not_saved";
    return save.kind === "device" ? "on_this_device" : save.kind;
  },
  conflict: ({ conflicts }) => (conflicts[step] ? "to_settle" : "none"),
  premium: ({ premium }) => premium.status,
  register: ({ prefill }) => prefill.status,
  sending: ({ outcome, sending }) => (outcome ? `outcome_${outcome.kind}` : sending ? "under_way" : "not_sent"),
};

const events = Object.entries(samples).flatMap(([type, carried]) =>
  carried.map((each) => ({ type, ...each }) as WizardEvent),
);

/** Every state that events lead to, one for each name, and which event leads from where to where. */
function explore(findName: (state: WizardState) => string) {
  const first = initialState({ answer, progress: { step: flags }, forms: { step: form }, sources: {} });
  const states = new Map([[findName(first), first]]);
  const arrows = new Map<string, Set<string>>();
  for (const [from, state] of states) {
    for (const event of events) {
      if (!isPossible(state, event)) continue;
      const next = reduce(state, event);
      const to = findName(next);
      if (!states.has(to)) states.set(to, next);
      if (to === from) continue;
      const arrow = `${event.type} ${to}`;
      arrows.set(arrow, (arrows.get(arrow) ?? new Set()).add(from));
    }
  }
  return { names: [...states.keys()], arrows };
}

function draw([title, findName]: [string, (state: WizardState) => string]): string[] {
  const { names, arrows } = explore(findName);
  const id = (name: string) => `${title}_${name}`;
  const labelled = new Map<string, string[]>();
  for (const [arrow, from] of arrows) {
    const [event = "", to = ""] = arrow.split(" ");
    const everywhere = names.every((name) => name === to || from.has(name));
    for (const start of everywhere && from.size > 1 ? ["any"] : from) {
      const line = `    ${id(start)} --> ${id(to)}`;
      labelled.set(line, [...(labelled.get(line) ?? []), event]);
    }
  }
  const lines = [...labelled].map(([line, types]) => `${line}: ${types.join(", ")}`);
  const used = lines.some((line) => line.startsWith(`    ${id("any")} `)) ? [...names, "any"] : names;
  const labels = used.map((name) => `    state "${name.replaceAll("_", " ")}" as ${id(name)}`);
  return [`  state ${title} {`, ...labels, `    [*] --> ${id(names[0] ?? "")}`, ...lines, "  }"];
}

export const diagram = (): string =>
  ["```mermaid", "stateDiagram-v2", ...Object.entries(regions).flatMap(draw), "```"].join("\n");

const BLOCK = /```mermaid\n[\s\S]*?\n```/;
export const readDiagram = (): string => BLOCK.exec(readFileSync(readme, "utf8"))?.[0] ?? "";

if (import.meta.main) writeFileSync(readme, readFileSync(readme, "utf8").replace(BLOCK, diagram));
