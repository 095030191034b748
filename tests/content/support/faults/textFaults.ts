// Faults in the text of a file: what is replaced and by what, with a mark where the check must point.
import { product } from "./fault.ts";

export const HERE = "‸";

type TextFault = [name: string, file: string, from: string, to: string, says: string];

const texts = `${product}/texts.nl.json`;
const tariff = `${product}/tariff.json`;
const order = `${product}/general-data.ui.json`;

export const textFaults: TextFault[] = [
  [
    "a comma too many between two",
    texts,
    ',\n  "title"',
    `${HERE},,\n  "title"`,
    "there is a comma too many; remove it",
  ],
  ["a comma after the last", order, '"*"\n', `"*"${HERE},\n`, "there is a comma too many; remove it"],
  [
    "a comma that is missing",
    tariff,
    '"sample": true,',
    `"sample": tru${HERE}e`,
    "a comma is missing after this; write , between this and what follows",
  ],
  [
    "a colon that is missing",
    tariff,
    '"sample": true',
    `"sample${HERE}" true`,
    "a colon is missing after this name; write : between the name and its value",
  ],
  [
    "a name without quotes",
    tariff,
    '"sample": true',
    `${HERE}sample: true`,
    "this is no text, number, true, false or null; put names and texts in double quotes",
  ],
  [
    "yes for true",
    tariff,
    '"sample": true',
    `"sample": ${HERE}ja`,
    "this is no text, number, true, false or null; put names and texts in double quotes",
  ],
  [
    "a price with a decimal comma",
    tariff,
    '"price": 270',
    `"price": 270${HERE},50`,
    "this is no number; write digits, with a dot for decimals and nothing between thousands",
  ],
  [
    "a quote that is not closed",
    texts,
    '"name": "',
    `"name": ${HERE}"x\n  "`,
    'the closing quote of this text is missing; end the text with " on the same line',
  ],
  [
    "a list closed as an object",
    order,
    '"*"\n  ]',
    `"*"\n  ${HERE}}`,
    "a closing ] is missing before this; write it where its bracket ends",
  ],
  [
    "a tab in a text",
    texts,
    '"name": "',
    `"name": ${HERE}"\t`,
    "a tab or another invisible sign stands in this text; remove it, or write \\t for a tab",
  ],
  ["a remark", tariff, '"sample": true', `${HERE}// sample\n  "sample": true`, "JSON has no comments; remove it"],
  [
    "a byte order mark",
    tariff,
    "{",
    `${HERE}\uFEFF{`,
    'the file begins with an invisible sign (a byte order mark); save it as "UTF-8", not as "UTF-8 with BOM"',
  ],
  [
    "a key that is there twice",
    order,
    '"ui:order"',
    `"$schema": "",\n  ${HERE}"$schema": "",\n  "ui:order"`,
    '"$schema" is there twice; only the last one counts; remove one of the two',
  ],
  [
    "sample quotations with a comma too many",
    "fixtures/portfolio/quotations.json",
    "[\n  {",
    `[\n  ${HERE},{`,
    "a value is expected here; write it, or remove what stands here",
  ],
  [
    "a number written with a dot between thousands",
    tariff,
    '"up_to": 250000',
    `"up_to": ${HERE}250.000`,
    "250.000 is 250, because a dot comes before decimals; write 250000, or 250",
  ],
];
