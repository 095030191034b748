// A layout's settings that would do nothing, or the wrong thing: words for an error that a field never gives, a link that leads
// nowhere, a field that empties itself, a list of professions beside something that is no sector.
import { answerRules } from "#engine/expressions/breach.ts";
import { memberList } from "#engine/schema/members.ts";
import { hasRule, isErrorName, RULE_NAMES, type RuleName } from "#engine/schema/rules.ts";
import { wordFor } from "../../read/findings/answerKinds.ts";
import { member } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { listNames, t } from "../../read/findings/translate.ts";
import type { CheckedField } from "./controls.ts";

/** What the portal's configuration gives an address for. */
const LINKS = ["links.customWork"];

export function checkErrors(field: CheckedField): void {
  const { place, described, layout, report } = field;
  const ruleNames = described.flatMap(answerRules).map(({ name }) => name);
  for (const [keyword, shown] of Object.entries(member(layout, "ui:errors"))) {
    const pointer = `/ui:errors/${keyword}`;
    const sentence = t`${place} has no rule "${keyword}", so this is never shown`;
    if (isErrorName(keyword) && !givesError(keyword, field)) {
      const hint = keyword === "required" ? t`make the field required, or remove it` : t`remove it, or add the rule`;
      report(pointer, sentence, hint);
    } else if (!isErrorName(keyword) && !ruleNames.includes(keyword)) {
      const names = [...RULE_NAMES, "listUnavailable", ...ruleNames];
      report(pointer, sentence, meantOr(names, keyword, t`choose from: ${names.join(", ")}`));
    }
    const { href } = member(shown, "link");
    if (typeof href === "string" && !LINKS.includes(href) && !href.startsWith("documents."))
      report(
        `${pointer}/link/href`,
        t`"${href}" leads nowhere`,
        meantOr(LINKS, href, t`write ${listNames(LINKS, "disjunction")}`),
      );
  }
}

/** Whether a field can have the error: by a rule of its own, of its entries, or of the step. */
function givesError(keyword: RuleName | "listUnavailable", { described, isRequired }: CheckedField): boolean {
  if (keyword === "required") return isRequired || described.some((field) => memberList(field)?.required);
  if (keyword === "listUnavailable" || keyword === "type") return true;
  return described.some((field) => [field, field.items ?? {}].some((rule) => hasRule(rule, keyword)));
}

/** Fields that follow from it, and the sector beside a list of professions. */
export function checkNeighbours({ place, described, layout, fields, report }: CheckedField): void {
  if (!layout) return;
  const { clears, sector } = member(layout, "ui:options");
  if (Array.isArray(clears) && clears.includes(place)) {
    const pointer = `/ui:options/clears/${clears.indexOf(place)}`;
    report(pointer, t`${place} would empty itself`, t`name the field that follows from it`);
  }
  const pair = described.map(({ items }) => items?.pairFrom).find((keyword) => keyword !== undefined);
  if (pair?.parents === undefined) return;
  const beside = String(sector ?? "sector");
  const other = fields.get(beside)?.described;
  if (other?.some(({ enumFrom }) => enumFrom === pair.parents) || (sector !== undefined && !other)) return;
  const kind = other?.[0]?.type;
  const sentence =
    kind === undefined
      ? t`${place} is chosen within "${beside}", which is not a field`
      : t`${place} is chosen within "${beside}", which holds ${wordFor(kind)} and not one of ${pair.parents}`;
  report("/ui:options/sector", sentence, t`name the field with "enumFrom": "${pair.parents}"`);
}
