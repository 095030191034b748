// Proves that everything a product contains can happen: each block that a condition shows, each choice of a field, each rule of a
// list, each rule of the judgement and each feature. Reports what can never happen, and fields that depend on each other.
import type { Condition } from "#engine/schema/schema.ts";
import { explainsAnswers } from "#engine/schema/stepKinds.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import { error, type Finding } from "../../read/findings/finding.ts";
import { member, objects } from "../../read/findings/reporting.ts";
import { findWhen } from "../../read/steps/stepConditions.ts";
import type { Steps } from "../../read/steps/stepIndex.ts";
import { admits } from "./admits.ts";
import { findCircles } from "./circles.ts";
import { type Appearance, type FieldTable, type Guard, listRead, readFieldTable } from "./fieldTable.ts";
import { AnswerSearch } from "./findAnswers.ts";

export function checkReachable(product: ProductFiles, steps: Steps): Finding[] {
  const table = readFieldTable(product, steps);
  const reach = new Reach(product, table, new AnswerSearch(product, table));
  const [circle, ...others] = reach.circles();
  const never = [
    ...reach.blocks(),
    ...reach.choices(),
    ...reach.lists(),
    ...reach.answerConditions(),
    ...reach.steps(),
  ];
  if (!circle) return never;
  return [circle, ...others, ...never.map((finding): Finding => ({ ...finding, follows: true }))];
}

class Reach {
  readonly #product: ProductFiles;
  readonly #table: FieldTable;
  readonly #search: AnswerSearch;

  constructor(product: ProductFiles, table: FieldTable, search: AnswerSearch) {
    this.#product = product;
    this.#table = table;
    this.#search = search;
  }

  circles = (): Finding[] =>
    findCircles(this.#table, (path) => this.#fileOf(path.split(".")[0] ?? ""), this.#search.isShown);

  /** Blocks inside a block that is never shown are not reported again. */
  blocks(): Finding[] {
    const never: string[] = [];
    return this.#table.blocks.flatMap(({ step, place, layout, guards }) => {
      const isInside = never.some((outer) => `${step}${place}`.startsWith(`${outer}/`));
      if (isInside || this.#search.exists(guards)) return [];
      never.push(`${step}${place}`);
      return [this.#neverTrue(this.#fileOf(step, layout && "ui"), guards.at(-1)?.place ?? place, guards)];
    });
  }

  /** A choice that another schema of the same field refuses whenever it is offered. */
  choices(): Finding[] {
    return [...this.#table.fields].flatMap(([path, appearances]) =>
      appearances.length < 2 ? [] : appearances.flatMap((appearance) => this.#choicesOf(path, appearance, appearances)),
    );
  }

  #choicesOf(path: string, { schema, place, guards }: Appearance, all: readonly Appearance[]): Finding[] {
    if (!schema.enum || !this.#search.exists(guards)) return [];
    const [step = "", ...name] = path.split(".");
    return schema.enum.flatMap((value, index) => {
      const refusing = all.filter((other) => other.schema !== schema && !admits(other.schema, value));
      const chosen = { condition: fromRequest({ const: value }, path), path: "" };
      const apart = refusing.map((other) => allOfThem(other.guards));
      if (refusing.length === 0 || this.#search.exists([...guards, chosen], apart)) return [];
      const sentence = `${JSON.stringify(value)} can never be chosen, because another rule of "${name.join(".")}" always refuses it`;
      return [error(this.#fileOf(step), `${place}/enum/${index}`, sentence, "remove it here, or allow it there")];
    });
  }

  lists(): Finding[] {
    const { file } = this.#product.manifest;
    return Object.entries(readManifest(this.#product).lists).flatMap(([name, source]) => {
      if (!("rules" in source)) return [];
      const guards = source.rules.map(({ if: condition = {} }): Guard => ({ condition, path: "" }));
      return guards.flatMap((guard, index) => {
        const pointer = `/lists/${name}/rules/${index}`;
        if (!this.#search.exists([guard])) return [this.#neverTrue(file, `${pointer}/if`, [guard])];
        if (this.#search.exists([guard], guards.slice(0, index))) return [];
        const sentence = "one of the rules before it always applies, so this one is never reached";
        return [error(file, pointer, sentence, "put it before them, or remove it")];
      });
    });
  }

  /** Rules of the judgement, the features of each tariff, and the conditions of steps. */
  answerConditions(): Finding[] {
    const { questions, tariff, tariffs } = this.#product;
    const rules = objects(questions?.content.answer_rules).map((rule, index) => {
      return { file: questions?.file ?? "", place: `/answer_rules/${index}/if`, condition: member(rule, "if") };
    });
    const files = [...(tariff ? [tariff] : []), ...tariffs.map((version) => version.file)];
    const features = files.flatMap(({ file, content }) =>
      Object.entries(member(content, "features")).map(([name, feature]) => {
        return { file, place: `/features/${name}/if`, condition: member(feature, "if") };
      }),
    );
    const { file: manifest } = this.#product.manifest;
    const steps = findWhen(readManifest(this.#product)).map(({ when: condition, place }) => {
      return { file: manifest, place, condition };
    });
    const always = steps.filter(({ condition }) => !this.#search.exists([], [{ condition, path: "" }]));
    return [
      ...[...rules, ...features, ...steps].flatMap(({ file, place, condition }) => {
        const guards = [{ condition: condition as Condition, path: "" }];
        return this.#search.exists(guards) ? [] : [this.#neverTrue(file, place, guards)];
      }),
      ...always.map(({ file, place }) =>
        error(file, place, "the condition is always true", 'remove "when", or correct it'),
      ),
    ];
  }

  /** The step that explains wrong answers is shown while one of them refers the request. */
  steps(): Finding[] {
    const { file } = this.#product.manifest;
    const content = this.#product.questions?.content ?? {};
    const all = ["acceptance_questions", "final_questions", "answer_rules"].flatMap((kind) => objects(content[kind]));
    if (all.some(({ effect = "refer" }) => effect === "refer")) return [];
    return readManifest(this.#product).steps.flatMap((step, index) => {
      const sentence = `${step.key} is never shown, because no wrong answer refers the request to an underwriter`;
      const hint = 'remove the step, or write "effect": "refer" at a question';
      return explainsAnswers(step) ? [error(file, `/steps/${index}`, sentence, hint)] : [];
    });
  }

  #neverTrue(file: string, pointer: string, guards: readonly Guard[]): Finding {
    const paths = [...new Set(guards.flatMap((guard) => listRead(this.#table, guard)))];
    const names = paths.map((path) => `"${path.slice(path.indexOf(".") + 1)}"`);
    const conditions = guards.length > 1 ? "conditions here and around it are" : "condition is";
    const sentence = `the ${conditions} not true for any answers to ${joinNames(names)}`;
    return error(file, pointer, sentence, "correct it, or remove what depends on it");
  }

  #fileOf = (step: string, kind: "schema" | "ui" = "schema"): string =>
    this.#product.steps.find(({ key }) => key === step)?.[kind].file ?? this.#product.manifest.file;
}

const joinNames = (names: readonly string[]): string =>
  names.length < 3 ? names.join(" and ") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** One condition for several, which may be about different objects: each is written from the request on. */
const allOfThem = (guards: readonly Guard[]): Guard => ({
  condition: { allOf: guards.map(({ condition, path }) => fromRequest(condition, path)) },
  path: "",
});

function fromRequest(condition: Condition, path: string): Condition {
  const names = path === "" ? [] : path.split(".");
  return names.reduceRight<Condition>(
    (inner, name) => ({ properties: { [name]: inner }, required: [name] }),
    condition,
  );
}
