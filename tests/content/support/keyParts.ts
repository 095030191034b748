// The possible parts of composed text keys, by file and by the part as it is written there.
import { findNotation, notations } from "#engine/values/notations.ts";
import { LISTS as ITEMS, KINDS, listsFor, OWNED_LISTS } from "#routes/kinds.ts";

const LISTS = [...listsFor("broker"), ...listsFor("underwriter")].join(" ");
const EVERY = Object.keys(KINDS).join(" ");
const WORDS = Object.values(KINDS)
  .flatMap((look) => ("item" in look ? [look.item] : []))
  .join(" ");
const CONTRACTS = "quote insurance";
const REASONS = "liability response_times premium";

export const PARTS: Record<string, Record<string, string>> = {
  "Breadcrumb.tsx": {
    "crumb.word": `dashboard ${EVERY} data account account_details sessions staff settings trail failure not_found search_results policy`,
    "KINDS[list].item": WORDS,
  },
  "Filters.tsx": { group: "events calls", name: "from until person action subject" },
  "ListFilters.tsx": {
    "kind.kind": EVERY,
    name: "status product expiry",
    group: "past week next_week 30 90 later",
    state: "to_do waiting decided all",
  },
  "SearchKinds.tsx": { kind: LISTS },
  "LastViewed.tsx": { kind: "quotes insurances damages" },
  "SearchPage.tsx": { kind: LISTS },
  "Waiting.tsx": { kind: "question decided expiring reminder" },
  "CalendarParts.tsx": { name: "previous_year previous_month next_month next_year" },
  "ConflictChoices.tsx": { which: "yours stored" },
  "Kv.tsx": { kind: "quote insurance", amount: "insured_amount_per_claim insured_amount_per_year own_risk" },
  "ContractPanels.tsx": { kind: CONTRACTS },
  "documentKind.tsx": { type: "word excel png jpeg pdf email" },
  "Icon.tsx": { fault: "not_found invalid_content_type missing_src unsupported" },
  "Decision.tsx": { decision: "accept ask decline", asking: "accept decline" },
  "ReferralBody.tsx": { result: "hit unknown", background: "clear hit unknown none" },
  "ReferralHistory.tsx": { kind: "sent asked answered accepted declined" },
  "DetailPanel.tsx": { "kind.kind": LISTS },
  "NotOnPage.tsx": { "kind.kind": LISTS },
  "QuotationReply.tsx": { obstacle: "uploading failed" },
  "ListBody.tsx": { "kind.kind": LISTS },
  "ListScreen.tsx": { kind: `${EVERY}`, name: EVERY },
  "Login.tsx": { reason: REASONS },
  "Header.tsx": { name: `dashboard trail ${LISTS}` },
  "OutcomeCard.tsx": {
    kind: "quotation_sent policy_accepted policy_not_accepted policy_pending policy_declined already_sent unconfirmed unanswered error",
    of: "quotation_sent policy_accepted policy_not_accepted",
  },
  "Person.tsx": { of: "account_details staff_member" },
  "Prerequisites.tsx": { key: "privacy_statement cookie_statement" },
  "Dashboard.tsx": { reason: `${REASONS} claims_handling requirements coverage fortune` },
  "RegisterNotice.tsx": { lacking: "unavailable unknown limited" },
  "RelationData.tsx": { value: "J N" },
  "Page.tsx": { page: `dashboard details ${OWNED_LISTS.join(" ")}` },
  "Settings.tsx": { part: "attention reasons slash", name: "dashboard keys" },
  "Sort.tsx": {
    usual: "name newest waiting",
    'sortDirection(sort, column.sort) ?? "ascending"': "ascending descending",
  },
  "Status.tsx": { kind: "quotation damage open_invoice", code: "O B P V A G W H D E T" },
  "TablePanel.tsx": {
    words: `dashboard.quotes dashboard.insurances dashboard.damages ${ITEMS.map((list) => `relation_dashboard.${list}`).join(" ")}`,
  },
  "createScreens.tsx": { "kind.kind": ITEMS.join(" "), kind: ITEMS.join(" ") },
  "errors.ts": {
    "error.keyword": "minimum maximum",
    'isForFiles(ui) ? "files" : "choices"': "files choices",
    "nameText(format)": Object.keys(notations)
      .filter((name) => !findNotation(name)?.names)
      .map((name) => name.replace(/^nl-/, "").replaceAll("-", "_"))
      .join(" "),
  },
  "premiumFacts.ts": { key: "insured_amount insured_amount_per_year own_risk" },
  "texts.ts": { flow: "newRequest editQuote quoteToPolicy" },
  "usePortal.ts": { code: "NL", home: "referrals trail" },
};
