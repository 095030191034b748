// A session without the screens: for stories that are not about the door. The same pages and calls, without a browser.
import type { BrowserContext } from "@playwright/test";

/** Logs in through the development login and accepts the statements; the cookies are the context's. */
export async function enter(context: BrowserContext, user: string): Promise<void> {
  const { request } = context;
  const page = await (await request.get("/auth/login")).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const answer = await request.post("/auth/login", { form: { login: user, token }, headers: { accept: "text/html" } });
  if (!answer.ok()) throw new Error(`login of ${user} answered ${answer.status()}`);
  const accepted = await request.post("/api/prerequisites", {
    data: { personal_data: true, cookies: true },
    headers: await marks(context),
  });
  if (!accepted.ok()) throw new Error(`prerequisites answered ${accepted.status()}: ${await accepted.text()}`);
}

/** The headers of every call that changes something. */
export async function marks(context: BrowserContext): Promise<Record<string, string>> {
  const html = await (await context.request.get("/", { headers: { accept: "text/html" } })).text();
  const token = /<meta name="csrf-token" content="([^"]+)"/.exec(html)?.[1] ?? "";
  return { "X-Requested-With": "XMLHttpRequest", "X-CSRF-TOKEN": token };
}
