// The details of a line of the trail, in words. The export contains them as stored.
import type { NamedDetail } from "#api/wire/wireTypes.ts";
import { isCalendarDay } from "#engine/values/dates.ts";
import type { MessageId, useMessage } from "#widgets/runtime/text.ts";
import type { Format } from "../kit/usePortal.ts";

type Text = ReturnType<typeof useMessage>;

const NAMES: Record<NamedDetail, MessageId> = {
  by: "portal.trail.detail.by",
  why: "portal.trail.detail.why",
  files: "portal.trail.detail.files",
  accepted: "portal.trail.detail.accepted",
  policy_number: "portal.trail.detail.policy_number",
  revision: "portal.trail.detail.revision",
  release: "portal.trail.detail.release",
  author: "portal.trail.detail.author",
  note: "portal.trail.detail.note",
  from: "portal.trail.detail.from",
  erased: "portal.trail.detail.erased",
  nameless: "portal.trail.detail.nameless",
  kept: "portal.trail.detail.kept",
  consents: "portal.trail.detail.consents",
  requests: "portal.trail.detail.requests",
  quotations: "portal.trail.detail.quotations",
  policies: "portal.trail.detail.policies",
  damages: "portal.trail.detail.damages",
  invoices: "portal.trail.detail.invoices",
  relations: "portal.trail.detail.relations",
  events: "portal.trail.detail.events",
  keys: "portal.trail.detail.keys",
  mail: "portal.trail.detail.mail",
  contents: "portal.trail.detail.contents",
};

const VALUES: { readonly [name: string]: Readonly<Record<string, MessageId>> } = {
  by: { operator: "portal.trail.value.operator" },
  why: {
    "ended by hand": "portal.trail.value.by_hand",
    "one too many": "portal.trail.value.one_too_many",
    "login environment": "portal.trail.value.login_environment",
    "not confirmed": "portal.trail.value.not_confirmed",
    removed: "portal.trail.value.removed",
  },
  accepted: {
    accepted: "portal.trail.value.accepted",
    referred: "portal.trail.value.referred",
    pending: "portal.trail.value.pending",
    declined: "portal.trail.value.declined",
  },
};

/** Of rows by table their number, of a list how many there are. */
function count(value: object): number {
  return Array.isArray(value) ? value.length : Object.values(value).reduce((sum, rows) => sum + (Number(rows) || 0), 0);
}

function describeValue(name: string, value: unknown, text: Text, format: Format): string {
  if (typeof value === "object" && value !== null) return String(count(value));
  const shown = String(value ?? "");
  const word = VALUES[name]?.[shown];
  if (word) return text(word);
  return isCalendarDay(shown) ? (format.date(shown) ?? shown) : shown;
}

/** In the order in which they were written. Details of another version are shown as stored. */
export const describeDetails = (detail: Readonly<Record<string, unknown>>, text: Text, format: Format): string[] =>
  Object.entries(detail).flatMap(([name, stored]) => {
    const value = describeValue(name, stored, text, format);
    const named = NAMES[name as NamedDetail];
    return value === "" ? [] : [text("common.named", { name: named ? text(named) : name, value })];
  });
