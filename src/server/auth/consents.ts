// Consent to the two statements, stored with the hash of each document. After a document changes consent is asked again.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { Db } from "../db/open.ts";
import type { SessionUser } from "./user.ts";

const DOCUMENTS = { personal_data: "privacy-statement", cookies: "cookie-statement" } as const;
type ConsentSubject = keyof typeof DOCUMENTS;
export const CONSENT_SUBJECTS = Object.keys(DOCUMENTS) as ConsentSubject[];

type UserConsents = Pick<SessionUser, "agreed">;

export interface Consents {
  given(user: UserConsents): boolean;
  givenTo(user: UserConsents): Record<ConsentSubject, boolean>;
  give(login: string): Promise<void>;
}

/** `folders`: where to look for the statements, the built files first. */
export function createConsents(db: Db, folders: string[]): Consents {
  const hashes = Object.fromEntries(
    CONSENT_SUBJECTS.map((subject) => [subject, hashOfDocument(folders, DOCUMENTS[subject])]),
  );

  function givenTo({ agreed }: UserConsents) {
    const has = (subject: ConsentSubject) =>
      agreed.some((consent) => consent.subject === subject && consent.document_hash === hashes[subject]);
    return { personal_data: has("personal_data"), cookies: has("cookies") };
  }
  return {
    givenTo,
    given: (user) => Object.values(givenTo(user)).every(Boolean),
    async give(login) {
      const rows = CONSENT_SUBJECTS.map((subject) => ({
        login_name: login,
        subject,
        document: `/storage/${DOCUMENTS[subject]}`,
        document_hash: hashes[subject] ?? "",
      }));
      await db
        .insertInto("consents")
        .values(rows)
        .onConflict((row) => row.doNothing())
        .execute();
    },
  };
}

/** One hash over all languages, because consent in one language is valid for the others. */
function hashOfDocument(folders: string[], name: string): string {
  const hash = createHash("sha256");
  for (const language of LANGUAGES) hash.update(readStatement(folders, `${name}.${language}.html`)).update("\0");
  return hash.digest("hex");
}

function readStatement(folders: string[], path: string): Buffer {
  for (const folder of folders) {
    try {
      return readFileSync(join(folder, "storage", path));
    } catch {
      // Not in this folder: try the next.
    }
  }
  return Buffer.alloc(0);
}
