// Paths of a tariff that lead to the answers of several records where one answer decides: the first record would set the price.
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import { isRecordList } from "#engine/fields/recordFields.ts";
import { schemasAt } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { membersOf, type Report } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";
import type { Steps } from "../../read/steps/stepIndex.ts";
import { MEMBERS } from "../rules/operands.ts";

export function checkSeveral(tariff: JsonObject, steps: Steps, report: Report): void {
  for (const { value, place } of membersOf(tariff)) {
    const segments = pointerSegments(place);
    const takes = MEMBERS[segments.map((name) => (/^\d+$/.test(name) ? "*" : name)).join("/")];
    if (typeof value !== "string" || takes === undefined || takes === "several") continue;
    const fact = t`add them up with "sum" in a fact of product.json, and name that`;
    if (leadsToSeveral(takes === "record" ? withoutRecord(value, tariff, segments) : value, steps))
      report(place, t`"${value}" leads to several answers, and one is meant`, fact);
  }
}

/** The path as it is read for one record: without what leads to the record in `each`, or to the one around that. */
function withoutRecord(path: string, tariff: JsonObject, [list = "", index = ""]: readonly string[]): string {
  const record = `${(tariff[list] as JsonObject[])[Number(index)]?.each}.*`.split(".");
  const names = path.split(".");
  const end = names.findIndex((name, position) => name !== record[position]);
  return names.slice(Math.max(0, names.slice(0, end).lastIndexOf("*"))).join(".");
}

/** A record at a fixed place is one of several too: records move. */
function leadsToSeveral(path: string, steps: Steps): boolean {
  const [step = "", ...names] = path.split(".");
  return names.some((name, index) => {
    if (name === "*") return true;
    return /^\d+$/.test(name) && schemasAt(steps[step]?.schema ?? {}, names.slice(0, index)).some(isRecordList);
  });
}
