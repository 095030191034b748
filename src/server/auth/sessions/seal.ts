// Encrypts the tokens of a session with a key derived from its cookie. The server stores only the cookie's hash, so the tokens are
// useless to anyone who reads the database or a backup.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const deriveKey = (cookie: string) => Buffer.from(hkdfSync("sha256", cookie, "", "tokens of a session", 32));

export function seal(cookie: string, content: object): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, deriveKey(cookie), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** @throws when the content was encrypted with another cookie, or was changed. */
export function unseal<Content>(cookie: string, sealed: string): Content {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(ALGORITHM, deriveKey(cookie), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const content = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(content.toString("utf8")) as Content;
}
