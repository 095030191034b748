// A command of the program, run in a process of its own to its end.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach } from "vitest";
import { compiledSources, SHORT_LIVED } from "./portal.ts";

export const root = join(import.meta.dirname, "../..");
export const node = join(root, "node_modules/.bin/node");
export const children = new Set<ChildProcess>();
/** Ends what a failed test leaves behind. */
export const endChildren = () =>
  afterEach(() => {
    for (const child of children) child.kill("SIGKILL");
    children.clear();
  });

export async function runToEnd(args: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  const environment = { PATH: process.env.PATH, ...compiledSources(), ...env };
  const child = spawn(node, [...SHORT_LIVED, ...args], { env: environment, stdio: "pipe", cwd: root });
  children.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

/** Settings of a portal whose database is away. */
export const PRODUCTION = {
  APP_ENV: "production",
  APP_BASE_URL: "https://portal.example.com",
  DATABASE_URL: "postgres://127.0.0.1:1/portal",
  OIDC_ISSUER: "https://login.example.com",
  OIDC_CLIENT_ID: "portal",
  OIDC_CLIENT_SECRET: "not-a-real-secret-1",
  SMTP_URL: "smtps://mail.example.com",
  MAIL_FROM: "portaal@insurer.example",
  PROVIDER_NAME: "De Verzekeraar",
  CUSTOM_WORK_URL: "https://insurer.example/maatwerk",
  SUPPORT_PHONE_NL: "+31 20 765 43 21",
  SUPPORT_EMAIL_NL: "hulp@insurer.example",
  SUPPORT_PHONE_FR: "+32 2 765 43 21",
  SUPPORT_EMAIL_FR: "aide@insurer.example",
};
