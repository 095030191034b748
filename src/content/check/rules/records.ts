// A list of records has an end that one call can hold, records with fields, and a field of them by which they differ.
import { isRecordList, MOST_MEMBERS, MOST_RECORDS, recordSchemas } from "#engine/fields/recordFields.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import { setting } from "../../read/findings/finding.ts";
import type { Report } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";

/** How many answers a record may have, those of the lists inside it with their ids and places. */
const countMembers = (records: readonly Schema[]): number =>
  records
    .flatMap((record) => [...propertySchemas(record).values()])
    .reduce((sum, described) => {
      const [list] = described.filter(isRecordList);
      return sum + (list ? 1 + (list.maxItems ?? 0) * (countMembers(recordSchemas(list)) + 2) : 1);
    }, 0);

export function checkRecords(rule: Schema, pointer: string, report: Report): void {
  const records = isRecordList(rule) ? recordSchemas(rule) : [];
  if (records.length > 0 && rule.maxItems === undefined)
    report(pointer, t`the list of records has no end`, t`add "maxItems" with the most records that make sense`);
  if (records.length > 0 && (rule.maxItems ?? 0) > MOST_RECORDS)
    report(`${pointer}/maxItems`, t`a list has at most ${MOST_RECORDS} records`, t`lower it`);
  if (rule.items?.type === "object" && records.length === 0 && rule.items.$ref === undefined)
    report(`${pointer}/items`, t`the records have no fields`, t`add "properties" to "items"`);
  const fields = records.flatMap((record) => [...propertySchemas(record).keys()]);
  // A record also has its id and its place in the list. A tenth is left for the other answers.
  const size = countMembers(records);
  const most = Math.floor((MOST_MEMBERS * 0.9) / (size + 2));
  const sentence = t`${rule.maxItems} records of ${size} fields are more than one call may contain`;
  if (records.length > 0 && rule.maxItems !== undefined && rule.maxItems <= MOST_RECORDS && rule.maxItems > most)
    report(`${pointer}/maxItems`, sentence, setting(t`write at most ${most}`, most));
  if (rule.uniqueBy === undefined) return;
  const uniquePointer = `${pointer}/uniqueBy`;
  if (records.length === 0)
    report(uniquePointer, t`"uniqueBy" is about a list of records`, t`add "items" with "properties", or remove it`);
  else if (!fields.includes(rule.uniqueBy)) {
    const hint = meantOr(fields, rule.uniqueBy, t`choose from ${fields.join(", ")}`);
    report(uniquePointer, t`"${rule.uniqueBy}" is not a field of the records`, hint, "refers");
  } else if (rule.maxItems === 1)
    report(uniquePointer, t`a list of one record never has two that are alike`, t`raise "maxItems", or remove it`);
}
