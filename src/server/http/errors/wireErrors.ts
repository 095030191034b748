// Converts field errors to their wire format: without the DOM id, and with the step when errors of several steps are combined.
import type { WireError } from "#api/wire/wireTypes.ts";
import type { FieldError } from "#engine/schema/types.ts";

export function toWireErrors(errors: readonly FieldError[], step?: string): WireError[] {
  return errors.map(({ pointer, keyword, params, message }) => ({
    ...(step ? { step } : {}),
    pointer,
    keyword,
    params,
    ...(message ? { message } : {}),
  }));
}
