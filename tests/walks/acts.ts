// What a broker does in the wizard. What the screen does not allow now does nothing.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Answers, JsonObject, SendAction } from "#engine/schema/types.ts";
import { NUMBER } from "./bases.ts";
import type { Walk } from "./walk.ts";

export type Act = (walk: Walk) => Promise<void>;
type StepOf = (walk: Walk) => string | undefined;

export const inTurn =
  (...acts: Act[]): Act =>
  async (walk) => {
    for (const act of acts) await act(walk);
  };
export const goOn: Act = (walk) => walk.goOn();
export const complete: Act = (walk) => walk.complete();

const typeIn =
  (stepOf: StepOf, values: (walk: Walk, step: string) => JsonObject): Act =>
  async (walk) => {
    const step = stepOf(walk);
    if (step === undefined || !walk.goTo(step)) return;
    const entries = Object.entries(values(walk, step)).filter(([field]) => walk.base.has(step, field));
    if (entries.length > 0) await walk.type(step, Object.fromEntries(entries));
  };

const firstStep: StepOf = (walk) => NUMBER(walk.backEnd.product).step;
const autoStep: StepOf = (walk) => walk.tab.wizard.core.manifest.steps.find((step) => step.autoNext)?.key;
export const stepWith =
  (field: string): StepOf =>
  (walk) =>
    walk.tab.wizard.core.manifest.steps.find(({ key }) => walk.base.has(key, field))?.key;

/** `own`: the number of the request's relation. */
export const typeNumber = (number: string, otherwise: string): Act =>
  typeIn(firstStep, ({ backEnd }) => ({
    [NUMBER(backEnd.product).field]: number === "own" ? (backEnd.relation?.kvk_number ?? otherwise) : number,
  }));
export const typeField = (field: string, value: unknown): Act => typeIn(stepWith(field), () => ({ [field]: value }));

export const chooseSector = (index: number): Act =>
  typeIn(stepWith("sector"), ({ base: { sectors } }) => {
    const { value, profession } = sectors[index % sectors.length]!;
    return { sector: value, professions: [[value, profession]] };
  });

const amounts = [90_000, 400_000, 900_000];
export const changeAmount = (index: number): Act =>
  typeIn(firstStep, () =>
    Object.fromEntries(["revenue", "turnover", "annual_salary"].map((field) => [field, amounts[index]])),
  );

export const chooseCover =
  (index: number): Act =>
  async (walk) => {
    const step = stepWith("pay_in_terms")(walk);
    if (!step || !walk.goTo(step)) return;
    const choices = Object.values(walk.tab.wizard.core.lists()).flatMap((items) => items ?? []);
    const fields = ["deductible_amount", "insured_amount", "coverage_code"].filter((name) => walk.base.has(step, name));
    const field = fields[index % fields.length];
    const kind = typeof walk.base.answers[step]?.[field ?? ""];
    const fitting = choices.map(({ value }) => value).filter((value) => typeof value === kind);
    if (field) await walk.type(step, { [field]: fitting[index % fitting.length], pay_in_terms: index % 2 === 0 });
  };

export const backTo =
  (index: number): Act =>
  async (walk) => {
    const keys = Object.keys(walk.tab.wizard.core.state.get().progress);
    walk.goTo(keys[index % keys.length] ?? "");
  };

/** The questions of a step: name of their group, what was answered, and a valid answer to each. */
function findGroup(walk: Walk, step: string | null | undefined) {
  const group = Object.entries(walk.base.answers[step ?? ""] ?? {}).find(([, value]) => isObject(value));
  if (!step || !group) return null;
  const [name, questions] = group as [string, JsonObject];
  const stands = walk.data(step)[name];
  return { step, name, asked: questions, answers: isObject(stands) ? stands : {} };
}

async function answer(walk: Walk, step: string, values: Answers): Promise<void> {
  await walk.type(step, values);
  await walk.confirmCompleted();
}

/** Answers all with no, as the switch does. Undoing restores the previous answers. */
export const allNo: Act = async (walk) => {
  const group = findGroup(walk, autoStep(walk));
  if (!group || !walk.goTo(group.step)) return;
  walk.before = { ...group.answers };
  await answer(walk, group.step, {
    [group.name]: Object.fromEntries(Object.keys(group.asked).map((id) => [id, false])),
  });
};
export const undo: Act = async (walk) => {
  const { before } = walk;
  const group = findGroup(walk, autoStep(walk));
  if (!group || !before || walk.open !== group.step) return;
  walk.before = null;
  await answer(walk, group.step, { [group.name]: before });
};
/** In a step with questions: the first that opens. */
export const answerWrong =
  (index: number): Act =>
  async (walk) => {
    const steps = walk.tab.wizard.core.manifest.steps.filter(({ kind }) => kind === "questions").reverse();
    const group = findGroup(walk, steps.find(({ key }) => walk.goTo(key))?.key);
    if (!group) return;
    const ids = Object.keys(group.asked);
    const id = ids[index % ids.length];
    if (id) await answer(walk, group.step, { [group.name]: { ...group.answers, [id]: group.asked[id] !== true } });
  };

export const losing =
  (call: "save" | "submit", act: Act, every = false): Act =>
  async (walk) => {
    walk.wire.lose = { call, every };
    await act(walk);
    walk.wire.lose = null;
  };

export const send =
  (action: SendAction, word: boolean): Act =>
  (walk) =>
    walk.send(action, word);
export const reopen: Act = (walk) => walk.reopen();
/** No answer comes back, and the broker opens the wizard once more. */
export const sendAndReopen = (action: SendAction): Act => inTurn(losing("submit", send(action, true), true), reopen);
/** An answer is lost. The next request of the same place and content is another one. */
export const sendTwice = (action: SendAction): Act =>
  inTurn(complete, sendAndReopen(action), complete, send(action, true));
