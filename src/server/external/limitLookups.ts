// Limits the look-ups in the company register per user and per office: a register counts and bills calls, and a list of numbers must
// not be read through the portal. Only real calls count, not cached answers. A call without a user (job, command) is not limited.

import { ALL_OFFICES, findCall } from "../db/office.ts";
import type { Counts } from "../http/counts.ts";
import { PortalError } from "../http/errors/portalError.ts";
import type { CompanyRegister } from "./companyRegister.ts";

/** Real calls to the register a minute. */
export const LOOKUPS = { user: 20, office: 60 };

export interface LookupParts {
  counts: Pick<Counts, "lookup">;
  /** Counts one more for this key. Returns how many there are within the minute. */
  count: (key: string) => number;
}

export function limitLookups(register: CompanyRegister, { counts, count }: LookupParts): CompanyRegister {
  return {
    async find(kvk) {
      const call = findCall();
      const refuse = (result: "user_limit" | "office_limit") => {
        counts.lookup(result);
        throw new PortalError("too_many_requests.register", { retryAfter: 60 });
      };
      if (call?.login && count(`register user ${call.login}`) > LOOKUPS.user) refuse("user_limit");
      // A refused look-up of one user does not use up the office's limit.
      const office = call?.office ?? ALL_OFFICES;
      if (office !== ALL_OFFICES && count(`register office ${office}`) > LOOKUPS.office) refuse("office_limit");
      counts.lookup("asked");
      return register.find(kvk);
    },
  };
}
