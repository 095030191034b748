// Gives a field another name in every file that names it: rules, layout, product, questions, tariff, cases, journeys, stored
// quotations, and its texts in every language. Records the earlier name. Plans all of it before anything is written, and keeps each
// file's notation. The name for other systems (handover.json) stays. Code is not searched.
import { applyEdits, type Edit, findNodeAtLocation, parseTree } from "jsonc-parser";
import { renameAddress } from "#engine/fields/formerNames.ts";
import { ANSWER, asksExplained } from "#engine/schema/members.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import type { FormerNames } from "#engine/schema/types.ts";
import { keepNotation } from "../../read/files/formatJson.ts";
import { writeInOneMove } from "../../read/files/writeInOneMove.ts";
import { formatCount, wordHint } from "../../read/findings/finding.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";
import { type ContentIndex, leadsTo } from "../contentIndex.ts";
import type { ContentText, Name } from "../names.ts";
import { planTexts } from "./renameTexts.ts";
import type { Rename } from "./renameWords.ts";

interface FileChange {
  file: string;
  path: string;
  text: string;
  sentence: string;
}

interface RenamePlan {
  changes: FileChange[];
  /** What the content cannot settle by itself. */
  notes: string[];
}

/** A sentence when it cannot be done. */
export function planRename(index: ContentIndex, wanted: Rename): RenamePlan | string {
  const files = index.files();
  const names = files.flatMap((file) => index.namesIn(file));
  const { product, step, to } = wanted;
  if (isQuestionAnswer(files, wanted))
    return t`"${ANSWER}" is the yes or no of each question of ${step} and always has this name.`;
  const refusal = refuse(names, wanted);
  if (refusal) return refusal;
  const fields = names.filter((name) => name.kind === "field" && name.product === product && name.step === step);
  const field = fields.find(({ name, defines }) => defines && leadsTo(name, wanted.field))?.name ?? wanted.field;
  const rename = { ...wanted, field };
  const named = fields.filter(({ name }) => leadsTo(field, name));
  const texts = planTexts(files, names, rename);
  const manifest = files.find(({ file }) => file.endsWith(`/products/${product}/product.json`))?.file ?? "";
  const record = { said: t`the earlier name recorded`, apply: (text: string) => recordName(text, rename) };
  const members = new Map([...texts.members, [manifest, record]]);
  const edits = Map.groupBy(
    [...named.map(({ file, offset, length }) => ({ file, offset, length, content: to })), ...texts.edits],
    ({ file }) => file,
  );
  const changes = files.flatMap((file): FileChange[] => {
    const fileEdits = edits.get(file.file) ?? [];
    const finish = members.get(file.file);
    if (fileEdits.length === 0 && !finish) return [];
    const text = applyEdits(file.text, fileEdits satisfies Edit[]);
    const messages = [
      fileEdits.length > 0 ? t`${formatCount(fileEdits.length, "place")} renamed` : "",
      finish?.said ?? "",
    ];
    const sentence = `${file.file}: ${messages.filter(Boolean).join(", ")}`;
    const written = keepNotation(file.text, finish ? finish.apply(text) : text);
    return [{ file: file.file, path: file.path, text: written, sentence }];
  });
  return { changes, notes: texts.notes };
}

export function applyRename({ changes }: RenamePlan): void {
  for (const { path, text } of changes) writeInOneMove(path, text);
}

/** Whether it is the yes or no of questions that have an explanation: the engine knows it by its name. */
function isQuestionAnswer(files: readonly ContentText[], { product, step, field }: Rename): boolean {
  const [questions = "", ...inside] = field.split(".");
  const rules = files.find(({ file }) => file.endsWith(`/products/${product}/${step}.schema.json`));
  const described = rules && propertySchemas(JSON.parse(rules.text)).get(questions);
  return inside.filter((name) => name !== "*").join(".") === ANSWER && described?.some(asksExplained) === true;
}

function refuse(names: readonly Name[], { product, step, field, to }: Rename): string | null {
  const productNames = names.filter((name) => name.product === product);
  const shared = names.find(({ kind, defines, ...name }) => {
    return kind === "field" && defines && name.product === null && name.step === step && leadsTo(name.name, field);
  });
  const products = [...new Set(names.flatMap((name) => name.product ?? []))];
  if (productNames.length === 0) return t`There is no product "${product}"; the products are ${products.join(", ")}.`;
  const defined = productNames.filter(({ kind, defines }) => kind === "field" && defines);
  const fields = new Set(defined.filter((name) => name.step === step).map(({ name }) => name));
  const existing = [...fields].find((name) => leadsTo(name, field));
  const steps = [...new Set(defined.map((name) => name.step ?? ""))];
  const taken = productNames.some(({ kind, name }) => kind === "step" && name === step);
  if (shared && taken && existing === undefined)
    return t`${field} of ${product} is a field of the shared step ${step}, which other products use too: copy ${shared.file} to ${product}/${step}.schema.json first, and its layout beside it.`;
  if (!steps.includes(step))
    return t`${product} has no step "${step}": ${wordHint(meantOr(steps, step, t`look in product.json`))}.`;
  if (existing === undefined)
    return t`${step} of ${product} has no field "${field}": ${wordHint(meantOr([...fields], field, t`look in ${step}.schema.json`))}.`;
  if (!/^[a-z][a-z0-9_]*$/.test(to))
    return t`"${to}" is not a name for a field: use small letters, digits and _, with a letter first.`;
  if (to in Object.prototype) return t`"${to}" is a word of the programming language; choose another name.`;
  const sibling = [...existing.split(".").slice(0, -1), to].join(".");
  if (fields.has(sibling)) return t`${step} of ${product} already has a field "${sibling}".`;
  return null;
}

/**
 * Records the earlier name in `was`, so that quotations, requests and comparisons keep their answers. Each earlier name leads to the
 * name of today, and a name of today is not an earlier one. Fields around it have their names of today in every address.
 */
function recordName(text: string, { step, field, to }: Rename): string {
  const formerNames = (JSON.parse(text).was ?? {}) as FormerNames;
  const now = { [`${step}.${field}`]: to };
  const addresses = Object.entries({ ...formerNames, ...now }).map(([address, name]) => {
    const end = address.lastIndexOf(".");
    return [renameAddress(now, address.slice(0, end)) + address.slice(end), name] as const;
  });
  const today = renameAddress(now, `${step}.${field}`);
  const was = Object.fromEntries(addresses.filter(([address]) => address !== today));
  const written = JSON.stringify(was, null, 1).replace(/\n */g, " ");
  // Not by jsonc-parser, which would spread a short object over several lines.
  const node = findNodeAtLocation(parseTree(text)!, ["was"]);
  if (!node) return text.replace(/\s*\}\s*$/, `,\n  "was": ${written}\n}\n`);
  return `${text.slice(0, node.offset)}${written}${text.slice(node.offset + node.length)}`;
}
