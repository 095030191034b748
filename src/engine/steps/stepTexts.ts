// The words of a step itself, by convention: the product's own first, then those that all products share. Screens and the
// check ask here, so that a text that passes the check is a text that is shown.

export type StepPart = "title" | "intro";
export type NoticePart = "title" | "text";

/** Keys in the order in which they are tried. */
export const stepTextKeys = (step: string, part: StepPart): [string, string] => [
  `step.${step}.${part}`,
  `wizard.step.${step}.${part}`,
];

export const noticeTextKeys = (notice: string, part: NoticePart): [string, string] => [
  `notice.${notice}.${part}`,
  `wizard.notice.${notice}.${part}`,
];

/** The first key that has a text. If none has one, the shared key, which is then shown as missing. */
export const keyIn = (has: (key: string) => boolean, [ownKey, shared]: [string, string]): string =>
  has(ownKey) ? ownKey : shared;

/** The amounts in the sidebar, for which a product may have its own words. */
export const amountTextKeys = [
  "wizard.sidebar.summary.insured_amount",
  "wizard.sidebar.summary.insured_amount_per_year",
  "wizard.sidebar.summary.own_risk",
];
