// Keeps letters and too many digits out of a numeric field while it is typed in. Pasted text passes: it is read as a
// whole, and what cannot be read is left standing for the rule to judge, never cut in two.
export interface NumericLimits {
  maxDigits: number | undefined;
  decimals: boolean;
}

const digits = (text: string): number => text.replace(/\D/g, "").length;

export function guardNumeric({ maxDigits, decimals }: NumericLimits) {
  const allowed = decimals ? /^[\d.,\s\u00a0\u202f€-]*$/ : /^[\d.\s\u00a0\u202f-]*$/;
  return (event: InputEvent): void => {
    const { data, target } = event;
    if (!data || !(target instanceof HTMLInputElement) || data.length > 1) return;
    const { value } = target;
    const selected = value.slice(target.selectionStart ?? 0, target.selectionEnd ?? 0);
    const tooMany = maxDigits !== undefined && /\d/.test(data) && digits(value) - digits(selected) >= maxDigits;
    if (!allowed.test(data) || tooMany) event.preventDefault();
  };
}
