// What a broker does, as commands that fast-check draws, runs and makes smaller. Each is possible in any state: what the
// screen does not allow now does nothing.
import fc from "fast-check";
import { expect } from "vitest";
import { PortalError } from "#api/errors.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import { NUMBER } from "./bases.ts";
import type { Walk } from "./walk.ts";

export interface Model {
  walked: number;
}
type Act = (walk: Walk) => Promise<void>;

class Step implements fc.AsyncCommand<Model, Walk> {
  private readonly name: string;
  private readonly act: Act;
  constructor(name: string, act: Act) {
    this.name = name;
    this.act = act;
  }
  check = () => true;
  async run(model: Model, walk: Walk): Promise<void> {
    model.walked += 1;
    await this.act(walk);
    await walk.check();
  }
  toString = () => this.name;
}

const NUMBERS = ["42601653", "42620371", "42712573", "42793191", "40000000", "4260"];
const VALUES: JsonObject = { company: "Eigen Naam B.V.", city: "Elders", street: "Zijstraat", legalform: "ST" };

/** Back to the step, if its header opens it. */
const goTo = (walk: Walk, step: string): boolean => {
  if (walk.open !== step) walk.tab.wizard.open(step);
  return walk.open === step;
};

const typeIn = (step: (walk: Walk) => string | undefined, values: (walk: Walk, step: string) => JsonObject): Act => {
  return async (walk) => {
    const key = step(walk);
    if (key === undefined || !goTo(walk, key)) return;
    const given = Object.entries(values(walk, key)).filter(([field]) => walk.has(key, field));
    if (given.length > 0) await walk.type(key, Object.fromEntries(given));
  };
};

const firstStep = (walk: Walk) => NUMBER(walk.backEnd.product).step;
const autoStep = (walk: Walk) => walk.tab.wizard.core.manifest.steps.find((step) => step.autoNext)?.key;
const stepWith = (field: string) => (walk: Walk) =>
  walk.tab.wizard.core.manifest.steps.find(({ key }) => walk.has(key, field))?.key;

function groupOf(walk: Walk, step: string): [group: string, answers: JsonObject, asked: JsonObject] | null {
  const found = Object.entries(walk.base.answers[step] ?? {}).find(([, value]) => isObject(value));
  if (!found) return null;
  const stands = walk.data(step)[found[0]];
  return [found[0], isObject(stands) ? stands : {}, found[1] as JsonObject];
}

/** All answered with no, as the switch does it; undone, what stood there before. */
const allNo: Act = async (walk) => {
  const step = autoStep(walk);
  if (!step || !goTo(walk, step)) return;
  const group = groupOf(walk, step);
  if (!group) return;
  const [name, answers, asked] = group;
  walk.before = { ...answers };
  await walk.type(step, { [name]: Object.fromEntries(Object.keys(asked).map((id) => [id, false])) });
  await walk.confirmCompleted();
};
const undo: Act = async (walk) => {
  const step = autoStep(walk);
  const group = step && walk.before ? groupOf(walk, step) : null;
  if (!step || !group || !walk.before || walk.open !== step) return;
  const before = walk.before;
  walk.before = null;
  await walk.type(step, { [group[0]]: before });
  await walk.confirmCompleted();
};
const answerWrong =
  (at: number): Act =>
  async (walk) => {
    const step = walk.open;
    const group = step ? groupOf(walk, step) : null;
    if (!step || !group) return;
    const [name, answers, asked] = group;
    const ids = Object.keys(asked);
    const id = ids[at % ids.length];
    if (id) await walk.type(step, { [name]: { ...answers, [id]: asked[id] !== true } });
    await walk.confirmCompleted();
  };

const chooseSector = (at: number): Act =>
  typeIn(stepWith("sector"), ({ base: { sectors } }) => {
    const { value, profession } = sectors[at % sectors.length]!;
    return { sector: value, professions: [[value, profession]] };
  });

const chooseCover =
  (at: number): Act =>
  async (walk) => {
    const { core } = walk.tab.wizard;
    const lists = Object.entries(core.lists());
    const step = stepWith("pay_in_terms")(walk);
    if (!step || !goTo(walk, step)) return;
    const choices = lists.flatMap(([, items]) => items ?? []).map(({ value }) => value);
    const fields = ["deductible_amount", "insured_amount", "coverage_code"].filter((field) => walk.has(step, field));
    const field = fields[at % fields.length];
    const fitting = choices.filter((value) => typeof value === typeof walk.base.answers[step]?.[field ?? ""]);
    if (field) await walk.type(step, { [field]: fitting[at % fitting.length], pay_in_terms: at % 2 === 0 });
  };

const amounts = [90_000, 400_000, 900_000];
const changeAmount = (at: number): Act =>
  typeIn(firstStep, () =>
    Object.fromEntries(["revenue", "turnover", "annual_salary"].map((field) => [field, amounts[at]])),
  );

const refusedWith422 = async (work: Promise<unknown>, what: string) => {
  const status = await work.then(
    () => 200,
    (error: unknown) => (error instanceof PortalError ? error.status : 500),
  );
  expect(status, what).toBe(422);
};

/** A call by hand that changes what the register decides. */
const forge: Act = async (walk) => {
  if (walk.isSent()) return;
  const { api } = walk.tab.wizard.core;
  const { data } = await api.forms();
  for (const [step, { data: values, meta }] of Object.entries(data)) {
    const field = meta.disabled?.[0];
    if (field)
      await refusedWith422(api.save(step, "save", { ...values, [field]: "Vals" }), `forged ${field} of ${step}`);
  }
};

/** A price for a choice that is not on offer. */
const priceRefused: Act = async (walk) => {
  const step = stepWith("deductible_amount")(walk);
  const values = step ? walk.base.answers[step] : undefined;
  if (!step || !values) return;
  await refusedWith422(walk.backEnd.premium({ [step]: { ...values, deductible_amount: 7 } }), "a price for no choice");
};

/** A call by hand whose professions are of another sector: judged by the strictest. */
const mixSectors =
  (terms: boolean): Act =>
  async (walk) => {
    if (walk.isSent()) return;
    const step = stepWith("sector")(walk);
    const strict = walk.base.sectors.find((one) => one.strict);
    const plain = walk.base.sectors.find((one) => !one.strict);
    if (!step || !strict || !plain) return;
    const { api } = walk.tab.wizard.core;
    const { data } = await api.forms();
    const mixed: JsonObject = { ...walk.base.answers[step], ...data[step]?.data, sector: plain.value };
    mixed.professions = [[strict.value, strict.profession]];
    delete mixed.terms_of_delivery;
    if (!terms) return refusedWith422(api.save(step, "next", mixed), "no terms of delivery for the strictest sector");
    mixed.terms_of_delivery = false;
    walk.remember(mixed);
    const saved = await api.save(step, "next", mixed).catch(() => null);
    if (!saved) return;
    await walk.confirm(step);
    await walk.reopen();
    const extra = walk.tab.wizard.core.manifest.steps.find((one) => one.extra)?.key ?? "";
    expect(Object.keys((await walk.backEnd.progress()).data), "an underwriter has to see it").toContain(extra);
  };

const losing =
  (call: "save" | "submit", act: Act): Act =>
  async (walk) => {
    walk.wire.lose = call;
    await act(walk);
    walk.wire.lose = null;
  };

const sending =
  (action: "quotation" | "insurance-policy", word: boolean): Act =>
  (walk) =>
    walk.send(action, word);
const sendAndReopen =
  (action: "quotation" | "insurance-policy"): Act =>
  async (walk) => {
    await losing("submit", sending(action, true))(walk);
    await walk.reopen();
  };

const typeNumber = (number: string): Act =>
  typeIn(firstStep, ({ backEnd }) => ({
    [NUMBER(backEnd.product).field]: number === "own" ? (backEnd.relation?.kvk_number ?? NUMBERS[0]) : number,
  }));

/** An answer is lost; the next request of the same place and content is another one. */
const sendTwice =
  (action: "quotation" | "insurance-policy"): Act =>
  async (walk) => {
    await walk.complete();
    await sendAndReopen(action)(walk);
    await walk.complete();
    await walk.send(action, true);
  };

const command = (name: string, act: Act) => new Step(name, act);
const plain = (name: string, act: Act) => fc.constant(command(name, act));
const upTo = (top: number, name: string, act: (at: number) => Act) =>
  fc.nat(top - 1).map((at) => command(`${name} ${at}`, act(at)));
const actions = ["quotation", "insurance-policy"] as const;

export const commands = [
  fc.constantFrom(...NUMBERS, "own").map((number) => command(`number ${number}`, typeNumber(number))),
  fc.constantFrom(...NUMBERS.slice(0, 4)).map((number) =>
    command(`number ${number}, go on`, async (walk) => {
      await typeNumber(number)(walk);
      await walk.goOn();
    }),
  ),
  fc.constantFrom(...Object.keys(VALUES)).map((field) =>
    command(
      `type ${field}`,
      typeIn(stepWith(field), () => ({ [field]: VALUES[field] })),
    ),
  ),
  fc.constantFrom(...NUMBERS.slice(0, 4)).map((number) =>
    command(`type city, number ${number}`, async (walk) => {
      await typeIn(stepWith("city"), () => ({ city: VALUES.city }))(walk);
      await typeNumber(number)(walk);
    }),
  ),
  upTo(10, "sector", chooseSector),
  upTo(10, "sector, go on", (at) => async (walk) => {
    await chooseSector(at)(walk);
    await walk.goOn();
  }),
  upTo(3, "amount, go on", (at) => async (walk) => {
    await changeAmount(at)(walk);
    await walk.goOn();
  }),
  upTo(12, "cover", chooseCover),
  upTo(5, "back to", (at) => async (walk) => {
    const keys = Object.keys(walk.tab.wizard.core.state.get().progress);
    goTo(walk, keys[at % keys.length] ?? "");
  }),
  plain("go on", (walk) => walk.goOn()),
  plain("complete", (walk) => walk.complete()),
  plain("save for later", (walk) => walk.save("save")),
  plain(
    "save, answer lost",
    losing("save", (walk) => walk.goOn()),
  ),
  plain("all no", allNo),
  plain("undo", undo),
  upTo(4, "answer wrong", answerWrong),
  plain("other window", (walk) => walk.switch()),
  plain("open anew", (walk) => walk.reopen()),
  plain("forge", forge),
  plain("price refused", priceRefused),
  fc.boolean().map((terms) => command(`mixed sectors ${terms}`, mixSectors(terms))),
  fc
    .tuple(fc.constantFrom(...actions), fc.boolean())
    .map(([action, word]) => command(`send ${action} ${word}`, sending(action, word))),
  fc
    .constantFrom(...actions)
    .map((action) => command(`send ${action}, answer lost`, losing("submit", sending(action, true)))),
  fc.constantFrom(...actions).map((action) => command(`send ${action}, answer lost, open anew`, sendAndReopen(action))),
  fc.constantFrom(...actions).map((action) => command(`send ${action} twice`, sendTwice(action))),
];
