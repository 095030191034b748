// What the actions of the trail are called. The trail stores the call that did it, by method and route, or a name where the line is
// written with what was done.
import type { NamedAction } from "#api/wire/wireTypes.ts";
import type { MessageId } from "#widgets/runtime/text.ts";

/** What happened. */
export const EVENTS: Readonly<Record<NamedAction, MessageId>> = {
  login: "portal.trail.action.login",
  logout: "portal.trail.action.logout",
  "account linked": "portal.trail.action.account_linked",
  "role changed": "portal.trail.action.role_changed",
  "session ended": "portal.trail.action.session_ended",
  "make relation": "portal.trail.action.relation_made",
  "relation.edit": "portal.trail.action.relation_edited",
  "submit quotation": "portal.trail.action.quotation_sent",
  "submit insurance-policy": "portal.trail.action.policy_sent",
  "referral asked": "portal.trail.action.referral_asked",
  "referral answered": "portal.trail.action.referral_answered",
  "referral accepted": "portal.trail.action.referral_accepted",
  "referral declined": "portal.trail.action.referral_declined",
  "handover receiver": "portal.trail.action.handover_receiver",
  "handover secret": "portal.trail.action.handover_secret",
  "handover removed": "portal.trail.action.handover_removed",
  "release publish": "portal.trail.action.release_published",
  "release rollback": "portal.trail.action.release_rolled_back",
  "release withdraw": "portal.trail.action.release_withdrawn",
  "relation exported": "portal.trail.action.relation_exported",
  "relation erased": "portal.trail.action.relation_erased",
  "account exported": "portal.trail.action.account_exported",
  "account erased": "portal.trail.action.account_erased",
  retention: "portal.trail.action.retention",
  backup: "portal.trail.action.backup",
  restored: "portal.trail.action.restored",
};

const REQUEST = "/api/aanvraag/:product/:intermediary/:relation";
/** All exports of lists have one name. The stored call below it names the list. */
const EXPORT = "/export";
/** Calls, also those that were refused. */
export const CALLS: Readonly<Record<string, MessageId>> = {
  "GET /auth/login": "portal.trail.action.log_in",
  "POST /auth/login": "portal.trail.action.log_in_sample",
  "GET /auth/callback": "portal.trail.action.log_in_return",
  "GET /auth/logout": "portal.trail.action.log_out",
  "POST /auth/backchannel-logout": "portal.trail.action.log_out_by_provider",
  "POST /api/prerequisites": "portal.trail.action.accept_statements",
  "DELETE /api/sessions/:session": "portal.trail.action.end_session",
  "DELETE /api/office/sessions/:session": "portal.trail.action.end_office_session",
  [`POST ${REQUEST}/wizard/restart`]: "portal.trail.action.restart_request",
  [`POST ${REQUEST}/wizard/copy`]: "portal.trail.action.copy_quotation",
  [`POST ${REQUEST}/wizard/step/:step/save`]: "portal.trail.action.save_step",
  [`POST ${REQUEST}/wizard/submit/:action`]: "portal.trail.action.send_request",
  [`POST ${REQUEST}/uploads`]: "portal.trail.action.add_file",
  [`DELETE ${REQUEST}/uploads/:id`]: "portal.trail.action.remove_file",
  "/export": "portal.trail.action.export_list",
  "POST /api/relations/edit/:id": "portal.trail.action.edit_relation",
  "GET /api/documents/:id/download": "portal.trail.action.download_document",
  "GET /api/audit": "portal.trail.action.read_trail",
  "POST /api/referrals/:id/decision": "portal.trail.action.decide_referral",
  "GET /api/referrals/:id/files/:file": "portal.trail.action.download_referral_file",
  "POST /api/quotations/:id/referral": "portal.trail.action.answer_referral",
  "POST /api/quotations/:id/referral/files": "portal.trail.action.add_answer_file",
  "DELETE /api/quotations/:id/referral/files/:file": "portal.trail.action.remove_answer_file",
  "GET /api/relations/:id": "portal.trail.action.open_relation",
  "GET /api/quotations/:id": "portal.trail.action.open_quotation",
  "GET /api/policies/:id": "portal.trail.action.open_policy",
  "GET /api/quotations/:id/details": "portal.trail.action.open_quotation_details",
  "GET /api/policies/:id/details": "portal.trail.action.open_policy_details",
  "GET /api/damages/:id": "portal.trail.action.open_damage",
  "GET /api/invoices/:id": "portal.trail.action.open_invoice",
  "GET /api/employees/:login": "portal.trail.action.open_employee",
  "GET /api/referrals/:id": "portal.trail.action.open_referral",
  "GET /api/quotations/:id/referral": "portal.trail.action.open_quotation_referral",
  "GET /api/requests/:draft/outcome": "portal.trail.action.open_outcome",
  "GET /api/aanvraag/:product/:intermediary/prerequisites/exists/": "portal.trail.action.open_request",
  [`POST ${REQUEST}/wizard/steps/forms`]: "portal.trail.action.read_answers",
};

/** By what is stored, or the part of it that the filter asks for. */
export const ACTIONS: Readonly<Record<string, MessageId>> = { ...EVENTS, ...CALLS };

/** Calls without a name of their own, which the trail contains only when they were refused. */
const OTHERS: [prefix: string, MessageId][] = [
  ["GET /api/", "portal.trail.action.read_other"],
  ["POST /api/", "portal.trail.action.do_other"],
];

/** Undefined: an action of a version that is not this one. */
export function findActionName(stored: string): MessageId | undefined {
  const call = stored.endsWith(EXPORT) ? EXPORT : stored.replace(/^HEAD /, "GET ");
  return ACTIONS[call] ?? OTHERS.find(([prefix]) => call.startsWith(prefix))?.[1];
}
