// A field error as it goes over the wire: without the DOM id, with the step when the errors of several steps go together.

import type { WireError } from "#api/wireTypes.ts";
import type { FieldError } from "#engine/types.ts";

export function toWireErrors(errors: readonly FieldError[], step?: string): WireError[] {
  return errors.map(({ pointer, keyword, params, message }) => ({
    ...(step ? { step } : {}),
    pointer,
    keyword,
    params,
    ...(message ? { message } : {}),
  }));
}
