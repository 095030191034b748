// Questions that several products ask: `schemas/shared/questions.json` contains them by name, and a product names them with `use`
// and gives each its number. The rest of the content works with whole questions, in which nothing is left out.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Memory } from "../files/memory.ts";
import type { JsonFile } from "../files/readJson.ts";
import { error, type Finding, note, removal } from "../findings/finding.ts";
import { member, objects } from "../findings/reporting.ts";
import { meantOr } from "../findings/sentences.ts";
import { t } from "../findings/translate.ts";

export const QUESTION_LISTS = ["acceptance_questions", "final_questions"] as const;
/** What a question has where its file leaves it out. */
const LEFT_OUT = { refusal_yes: null, list_items: [], tooltip: null };

/** Returns a product's questions with those that it shares, and with every member that the portal's calls name. */
export function completeQuestions(questions: JsonFile, shared: JsonFile | undefined, memory: Memory): JsonFile {
  return memory.recall(`questions ${questions.path}`, [questions, shared], () => {
    const named = member(shared?.content ?? {}, "questions");
    const lists = QUESTION_LISTS.filter((kind) => Array.isArray(questions.content[kind])).map((kind) => [
      kind,
      (questions.content[kind] as unknown[]).map((question) =>
        isObject(question) ? complete(question, named) : question,
      ),
    ]);
    return { ...questions, content: { ...questions.content, ...Object.fromEntries(lists) } };
  });
}

function complete({ id, use, ...special }: JsonObject, named: JsonObject): JsonObject {
  return { id, ...LEFT_OUT, ...(typeof use === "string" ? member(named, use) : {}), ...special };
}

/** Reports shared questions that do not exist. */
export function checkUsedQuestions({ file, content }: JsonFile, shared: JsonFile | undefined): Finding[] {
  const findings: Finding[] = [];
  const names = Object.keys(member(shared?.content ?? {}, "questions"));
  const others = names.length > 0 ? t`choose from ${names.join(", ")}` : t`write the question here`;
  for (const kind of QUESTION_LISTS)
    for (const [index, { use }] of objects(content[kind]).entries())
      if (typeof use === "string" && !names.includes(use)) {
        const sentence = t`there is no shared question "${use}"`;
        findings.push(error(file, `/${kind}/${index}/use`, sentence, meantOr(names, use, others)));
      }
  return findings;
}

/** Reports shared questions that no product asks. */
export function findUnusedQuestions(products: readonly JsonFile[], shared: JsonFile | undefined): Finding[] {
  if (!shared) return [];
  const lists = products.flatMap(({ content }) => QUESTION_LISTS.flatMap((kind) => objects(content[kind])));
  const used = new Set(lists.map(({ use }) => use));
  return Object.keys(member(shared.content, "questions"))
    .filter((name) => !used.has(name))
    .map((name) =>
      note(shared.file, `/questions/${name}`, t`no product asks this question`, removal(t`use it, or remove it`)),
    );
}
