// Logs in and saves steps by calls, without the screens: for stories that are not about those.
import type { APIResponse, BrowserContext, Page } from "@playwright/test";
import { fillForm } from "#content/cases/journeys/play.ts";
import { type Caller, HttpTransport } from "../../journeys/support/httpTransport.ts";
import { findPlayed, type Journey } from "../../journeys/support/journey.ts";

interface Profile {
  csrfToken: string;
  acceptedCookieStatement: boolean;
}

/**
 * Logs in through the development login and accepts the statements, once for each user. The cookies are the context's.
 */
export async function enter(context: BrowserContext, user: string): Promise<void> {
  const { request } = context;
  const page = await (await request.get("/auth/login")).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const headers = { accept: "text/html" };
  const answer = await request.post("/auth/login", { form: { login: user, token }, headers, maxRedirects: 0 });
  if (answer.status() !== 303) throw new Error(`login of ${user} answered ${answer.status()}`);
  const { csrfToken, acceptedCookieStatement } = await readProfile(context);
  if (acceptedCookieStatement) return;
  const accepted = await request.post("/api/prerequisites", {
    data: { personal_data: true, cookies: true },
    headers: marksOf(csrfToken),
  });
  if (!accepted.ok()) throw new Error(`prerequisites answered ${accepted.status()}: ${await accepted.text()}`);
}

/** The headers of every call that changes something. */
export const marks = async (context: BrowserContext): Promise<Record<string, string>> =>
  marksOf((await readProfile(context)).csrfToken);

const readProfile = async ({ request }: BrowserContext): Promise<Profile> =>
  (await request.get("/api/profile/me")).json();

const marksOf = (token: string) => ({ "X-Requested-With": "XMLHttpRequest", "X-CSRF-TOKEN": token });

/** Saves the journey's steps, as the logged-in user. */
export async function saveSteps(context: BrowserContext, journey: Journey): Promise<void> {
  const own = await marks(context);
  const read = async (answer: APIResponse) => ({ status: answer.status(), body: await answer.json() });
  const caller: Caller = {
    get: async (path) => read(await context.request.get(path)),
    post: async (path, data, headers) =>
      read(await context.request.post(path, { data, headers: { ...own, ...headers } })),
    upload: () => Promise.reject(new Error("files are uploaded in the browser")),
  };
  const product = findPlayed(journey.product);
  const transport = new HttpTransport(caller, journey, product);
  await transport.open();
  for (const { step, ...filled } of journey.steps) {
    const errors = await transport.save(step, fillForm(await transport.form(step), filled, product.steps[step]));
    if (errors.length > 0) throw new Error(`${step} of ${journey.file} was refused: ${JSON.stringify(errors)}`);
  }
}

/**
 * Simulates the first visit of the logged-in user: the statements are asked for until they are accepted on this page.
 * Stories share the users of their worker's portal, and what one accepted stays accepted.
 */
export async function forgetConsent(page: Page): Promise<void> {
  let given = Promise.resolve(false);
  page.on("response", (answer) => {
    if (!answer.ok() || new URL(answer.url()).pathname !== "/api/prerequisites") return;
    // A refusal may have status 200 too. The app asks for the profile after each answer.
    given = answer.json().then(
      ({ success }: { success?: boolean }) => success !== false,
      () => false,
    );
  });
  await page.route("**/api/profile/me", async (route) => {
    const answer = await route.fetch();
    const profile = (await answer.json()) as { acceptedCookieStatement?: boolean };
    const accepted = (await given) && profile.acceptedCookieStatement === true;
    await route.fulfill({ response: answer, json: { ...profile, acceptedCookieStatement: accepted } });
  });
}
