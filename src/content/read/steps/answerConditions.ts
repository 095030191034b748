// The conditions of a product over the answers of all steps, with their places.
import type { Expression } from "#engine/schema/schema.ts";
import type { Manifest } from "#engine/schema/types.ts";
import { member, objects } from "../findings/reporting.ts";
import type { ProductFiles } from "../productReader.ts";

/** A condition over the answers of all steps. */
export interface AnswerCondition {
  file: string;
  place: string;
  /** Absent: the rule of a list that always applies. */
  condition: Expression | undefined;
  /** What depends on it: a step, a notice of one, the rule of a list, a rule of the judgement or the one-off price of a tariff. */
  kind: "step" | "notice" | "list" | "judgement" | "price";
  /** Of the step in the manifest. */
  index?: number;
  /** The conditions of the rules of the same list that count before this one. */
  before?: Expression[];
}

/** The conditions of a manifest: of its steps, of their notices and of the rules of its lists. */
export function manifestConditions({ steps, lists }: Pick<Manifest, "steps" | "lists">, file = ""): AnswerCondition[] {
  const conditions: AnswerCondition[] = [];
  for (const [index, { when, notices = [] }] of steps.entries()) {
    const around = { file, index };
    if (when) conditions.push({ ...around, place: `/steps/${index}/when`, condition: when, kind: "step" });
    for (const [position, notice] of notices.entries()) {
      if (typeof notice === "string") continue;
      const place = `/steps/${index}/notices/${position}/when`;
      conditions.push({ ...around, place, condition: notice.when, kind: "notice" });
    }
  }
  for (const [name, source] of Object.entries(lists)) {
    const before: Expression[] = [];
    for (const [index, { when: condition }] of ("rules" in source ? source.rules : []).entries()) {
      const place = `/lists/${name}/rules/${index}/when`;
      conditions.push({ file, place, condition, kind: "list", before: [...before] });
      before.push(condition ?? true);
    }
  }
  return conditions;
}

/** All conditions of a product, also those of its judgement and of its tariffs. */
export function productConditions(product: ProductFiles): AnswerCondition[] {
  const { manifest, questions, tariff, tariffs } = product;
  const conditions = manifestConditions(manifest.content as unknown as Manifest, manifest.file);
  for (const [index, rule] of objects(questions?.content.answer_rules).entries())
    conditions.push({
      ...{ file: questions?.file ?? "", place: `/answer_rules/${index}/when`, kind: "judgement" },
      condition: rule.when as Expression,
    });
  for (const { file, content } of [...(tariff ? [tariff] : []), ...tariffs.map((later) => later.file)]) {
    const { when: condition } = member(content, "one_off") as { when?: Expression };
    if (condition !== undefined) conditions.push({ file, place: "/one_off/when", kind: "price", condition });
  }
  return conditions;
}
