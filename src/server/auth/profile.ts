// The calls for profile and prerequisites (spec: portal 1 and 7). `profile/me` also works without a session.
import type { FastifyInstance } from "fastify";
import type { JsonObject, Language } from "#engine/schema/types.ts";
import { toServerErrors } from "#underwriting/judgeRequest.ts";
import type { Clock } from "../config/clock.ts";
import { describeAnswer, describeCall } from "../http/apiSchemas.ts";
import { invalid } from "../http/errors/portalError.ts";
import { wordIn } from "../portfolio/lists/words.ts";
import type { Products } from "../products/products.ts";
import type { Consents } from "./consents.ts";
import type { Sessions } from "./sessions/sessions.ts";
import { findLanguage, findUser, type SessionUser } from "./user.ts";

export function addProfileRoutes(
  app: FastifyInstance,
  parts: { sessions: Sessions; consents: Consents; products: Products; clock: Clock },
): void {
  const { sessions, consents, products, clock } = parts;

  app.get("/api/profile/me", { schema: describeAnswer("profile-me"), config: { open: true } }, async (request) => {
    if (!request.user) {
      const ended = await sessions.explainEnd(request);
      return { loggedIn: false, acceptedCookieStatement: false, language: null, ...(ended && { ended }) };
    }
    return {
      ...buildProfile(request.user, findLanguage(request)),
      acceptedCookieStatement: consents.given(request.user),
    };
  });

  app.get(
    "/api/profile/details",
    { schema: describeAnswer("profile-details"), config: { beforeConsent: true } },
    async (request) => {
      const user = findUser(request);
      return { ...buildProfile(user, findLanguage(request)), acceptedCookieStatement: consents.given(user) };
    },
  );

  app.post<{ Body: JsonObject }>(
    "/api/prerequisites",
    { schema: describeCall("prerequisites"), config: { beforeConsent: true, audit: "all" } },
    async (request) => {
      const { bundle } = await products.portal();
      const contract = bundle.contracts.prerequisites;
      const errors = contract?.(request.body, { today: clock.today(), lists: {} }) ?? [];
      if (errors.length > 0) throw invalid(toServerErrors(errors));
      await consents.give(findUser(request).login_name);
      request.log.info({ language: findLanguage(request) }, "prerequisites accepted");
      return { success: true, errors: [] };
    },
  );
}

function buildProfile(user: SessionUser, language: Language) {
  return {
    loggedIn: true,
    loginName: user.login_name,
    role: user.role,
    userFullName: user.full_name,
    userFirstName: user.first_name,
    userLastName: user.last_name,
    userEmail: user.email,
    userIntermediaryNumber: user.intermediary_number,
    userIntermediaryName: user.intermediary_name,
    userProfiles: user.profiles.map((profile) => wordIn(language, profile)),
    insuranceTypes: user.insurance_types.map((insuranceType) => wordIn(language, insuranceType)),
    language: user.language,
    draftKey: user.draft_key,
    csrfToken: user.csrf_token,
  };
}
