import { expect, it } from "vitest";
import { describe as sentence } from "#content/read/findings/finding.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";
import { at } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

const copy = ContentCopy.tiny();
copy.addPortalForms();
oneCopy(copy);
const earlier = new Set(await copy.errors());

const shared = "schemas/shared/texts.nl.json";
const field = (name: string, more: JsonObject) => (c: JsonObject) =>
  Object.assign(at(c, "properties"), { [name]: { ...at(c, "properties.city"), ...more } });

it.each<[name: string, file: string, change: (content: JsonObject) => void, says: string]>([
  [
    "a block of the papers that is there twice",
    "papers",
    (c) => (c.blocks as JsonObject[]).push({ block: "general", rows: ["product"] }),
    '/blocks/5/block: the block "general" is there twice; put its rows into one of the two',
  ],
  ["a block without rows", "papers", (c) => delete at(c, "blocks.1").rows, '/blocks/1: "rows" is missing; add it'],
  [
    "rows of a block that has its own",
    "papers",
    (c) => Object.assign(at(c, "blocks.3"), { rows: ["kvk"] }),
    "/blocks/3/rows: this does not belong here; remove it",
  ],
  [
    "a value of a mail that nothing gives",
    "paper-words.nl",
    (c) => Object.assign(at(c, "outcomes.quotation"), { subject: "Offerte {nummer}" }),
    '/outcomes/quotation/subject: "Offerte {nummer}" does not have the expected form; Of the mail. {number} and {company} are filled in',
  ],
  [
    "a brace of a row that is not closed",
    "paper-words.fr",
    (c) => Object.assign(at(c, "rows"), { kvk: "Numéro {kvk" }),
    '/rows/kvk: "Numéro {kvk" does not have the expected form; KVK number of the insured company. No values are filled in',
  ],
  [
    "a status in one language",
    "statuses.nl",
    (c) => Object.assign(at(c, "damage"), { X: "Nieuw" }),
    'schemas/portal/statuses.fr.json /damage: the status "X" has no label; nl has one; add "X" with its translation',
  ],
  [
    "a status that the portal gives, without a label",
    "statuses.fr",
    (c) => delete at(c, "referral").V,
    '/referral: "V" is missing; add it',
  ],
  [
    "a status of blanks",
    "statuses.fr",
    (c) => Object.assign(at(c, "quotation"), { O: " " }),
    '/quotation/O: " " does not have the expected form; The label of this code, more than blanks',
  ],
  [
    "a field that nothing keeps",
    "relation.schema",
    field("phone", {}),
    '/properties/phone: nothing keeps an answer to "phone"; remove it, or ask a programmer to store it',
  ],
  [
    "a lock on a form that is not filled",
    "relation.schema",
    field("city", { prefill: { from: ["register.city"], locked: "register" } }),
    "/properties/city/prefill: no form of the portal is filled beforehand; remove it",
  ],
  [
    "a choice without a text: where it belongs",
    "relation.schema",
    (c) => Object.assign(at(c, "properties.country"), { enum: ["NL", "BE"] }),
    `schemas/portal/relation.ui.json /country: there is no text "portal.relation_form.field.country.option.BE"; add it to ${shared} and to the file of the other language`,
  ],
  [
    "a misspelt beginning of all its texts",
    "relation.ui",
    (c) => Object.assign(at(c, "ui:options"), { texts: "portal.relation_from.field" }),
    '/ui:options/texts: no text of a field begins with "portal.relation_from.field"; did you mean "portal.relation_form.field"?',
  ],
])("tells %s", async (_name, name, change, says) => {
  const file = `schemas/portal/${name}.json`;
  copy.change(file, change);
  const causes = (await copy.findings()).filter((cause) => !earlier.has(sentence(cause)));
  const lines = causes.map(
    (cause) => `${cause.file === file ? "" : `${cause.file} `}${cause.place}: ${cause.sentence}; ${cause.hint}`,
  );
  expect(lines).toContain(says);
  const errors = causes.filter(({ level }) => level === "error");
  expect(errors.length, errors.map(sentence).join("\n")).toBeLessThanOrEqual(3);
});
