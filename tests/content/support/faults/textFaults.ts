// Faults in the text of a file: what is replaced and by what, with a mark where the check must point.
import { dutch, generalLayout, quotations, tariff } from "./fault.ts";

export const HERE = "‸";

type TextFault = [name: string, file: string, from: string, to: string];

export const textFaults: TextFault[] = [
  ["a comma too many between two", dutch, ',\n  "title"', `${HERE},,\n  "title"`],
  ["a comma after the last", generalLayout, '"*"\n', `"*"${HERE},\n`],
  ["a comma that is missing", tariff, '"sample": true,', `"sample": tru${HERE}e`],
  ["a colon that is missing", tariff, '"sample": true', `"sample${HERE}" true`],
  ["a name without quotes", tariff, '"sample": true', `${HERE}sample: true`],
  ["yes for true", tariff, '"sample": true', `"sample": ${HERE}ja`],
  ["a price with a decimal comma", tariff, '"price": 270', `"price": 270${HERE},50`],
  ["a quote that is not closed", dutch, '"name": "', `"name": ${HERE}"x\n  "`],
  ["a list closed as an object", generalLayout, '"*"\n  ]', `"*"\n  ${HERE}}`],
  ["a tab in a text", dutch, '"name": "', `"name": ${HERE}"\t`],
  ["a remark", tariff, '"sample": true', `${HERE}// sample\n  "sample": true`],
  ["a byte order mark", tariff, "{", `${HERE}\uFEFF{`],
  ["a key that is there twice", generalLayout, '"ui:order"', `"$schema": "",\n  ${HERE}"$schema": "",\n  "ui:order"`],
  ["sample quotations with a comma too many", quotations, "[\n  {", `[\n  ${HERE},{`],
  ["a number written with a dot between thousands", tariff, '"up_to": 250000', `"up_to": ${HERE}250.000`],
];
