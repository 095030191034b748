// The background check by a service of the operator (decisions 42): `POST` of `{kvk, name}`, answered by
// `{"result": "clear" | "hit"}`. After any other answer, or a timeout, the request goes to an underwriter.
import type { BackgroundCheck } from "#underwriting/backgroundCheck.ts";
import { explainAnswer } from "./answers.ts";
import { guardService, type ServiceParts } from "./guardService.ts";

interface ScreeningSettings {
  url: string;
  token?: string | undefined;
}

export function createScreening({ url, token }: ScreeningSettings, parts: ServiceParts): BackgroundCheck {
  const call = guardService("screening", parts);
  return {
    check: (subject) =>
      call(async (signal) => {
        const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
        const answer = await fetch(url, {
          method: "POST",
          headers,
          body: JSON.stringify(subject),
          redirect: "manual",
          signal,
        });
        const { result } = answer.ok ? ((await answer.json()) as { result?: unknown }) : {};
        if (result !== "clear" && result !== "hit")
          throw new Error(`the screening ${explainAnswer("screening", answer.status)}`);
        return result;
      }),
  };
}
