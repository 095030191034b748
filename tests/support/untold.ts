// What must never reach a browser, as one list, and the search for it. The client of tests/support/server.ts searches every
// answer of every test, so that a new call needs no test of its own.

/** Members of a product's private part, of internal tables, and of settings. */
export const UNTOLD = [
  ...["expected_answer", "wrong_answer", "answer_rules", "instalment_surcharges", "up_to", "body_hash"],
  ...["idempotency_key", "token_hash", "client_secret", "clientSecret"],
];

const untold = new RegExp(`["']?\\b(?:${UNTOLD.join("|")})\\b["']?\\s*:|/node_modules/|\\n\\s+at .+:\\d+:\\d+`);

/** Throws with the place when an answer or a published file contains one of them. */
export function refuseUntold(source: string, content: string): void {
  const match = untold.exec(content);
  if (!match) return;
  const around = content.slice(Math.max(0, match.index - 60), match.index + 60);
  throw new Error(`${source} tells "${match[0]}": …${around}…`);
}
