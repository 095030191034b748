// Finds out whether an encrypted PDF opens without a password (ISO 32000-2, 7.6): many are encrypted only against printing and changes.
import { createCipheriv, createHash } from "node:crypto";
import type { Effort } from "../effort.ts";
import { readNames, readString, readValue, type Token } from "./pdfSyntax.ts";

const ENCRYPT = /\/Encrypt(?![A-Za-z0-9])/;
export const isEncrypted = (text: string): boolean => ENCRYPT.test(readNames(text));

const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

/** False too for one that asks for a certificate, and for what is damaged. @throws {TooComplex} */
export function opensWithoutPassword(text: string, effort: Effort): boolean {
  const settings = readSettings(text, effort);
  if (!settings) return false;
  return settings.revision >= 5 ? acceptsNewKey(settings) : acceptsOldKey(settings);
}

interface Settings {
  revision: number;
  /** Of the key, in bytes. */
  length: number;
  owner: Buffer;
  user: Buffer;
  permissions: number;
  encryptsMetadata: boolean;
  fileId: Buffer;
}

/** The settings of the security handler that all readers have, or undefined for another one or when there is none. */
function readSettings(text: string, effort: Effort): Settings | undefined {
  const value = findDictionary(text, effort);
  const get = (key: string) => value[value.findIndex(({ text: name }) => name === `/${key}`) + 1]?.text ?? "";
  const number = (key: string, absent: number) =>
    value.some(({ text: name }) => name === `/${key}`) ? Number(get(key)) : absent;
  if (!value.some(({ text: name }) => name === "/Standard")) return undefined;
  const revision = number("R", 0);
  const bits = number("V", 0) === 1 ? 40 : number("V", 0) === 4 ? 128 : number("Length", 40);
  return {
    revision,
    length: revision === 2 ? 5 : bits / 8,
    owner: readString(get("O")),
    user: readString(get("U")),
    permissions: number("P", 0),
    encryptsMetadata: get("EncryptMetadata") !== "false",
    fileId: findFileId(text, effort),
  };
}

/** In the trailer itself, or the object that it names. The last one counts. */
function findDictionary(text: string, effort: Effort): Token[] {
  const places = [...text.matchAll(/\/Encrypt(?![A-Za-z0-9])/g)];
  const entry = places.at(-1);
  if (!entry) return [];
  const after = entry.index + entry[0].length;
  const reference = /^[\s\0]*(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+R/.exec(text.slice(after, after + 64));
  if (!reference) return readValue(text, after, effort);
  const header = new RegExp(`(?<!\\d)${reference[1]}[\\s\\0]+${reference[2]}[\\s\\0]+obj`, "g");
  const object = [...text.matchAll(header)].at(-1);
  return object ? readValue(text, object.index + object[0].length, effort) : [];
}

function findFileId(text: string, effort: Effort): Buffer {
  const entry = [...text.matchAll(/\/ID(?=[\s\0]*\[)/g)].at(-1);
  const id = entry && readValue(text, entry.index + entry[0].length, effort)[1]?.text;
  return id ? readString(id) : Buffer.alloc(0);
}

const md5 = (...parts: Buffer[]) => createHash("md5").update(Buffer.concat(parts)).digest();

/** Revisions 2 to 4: the user entry is encrypted with the key of the empty password. */
function acceptsOldKey({ revision, length, owner, user, permissions, encryptsMetadata, fileId }: Settings): boolean {
  const signed = Buffer.alloc(4);
  signed.writeInt32LE(permissions | 0);
  const metadata = Buffer.alloc(revision >= 4 && !encryptsMetadata ? 4 : 0, 0xff);
  let key: Buffer = md5(PADDING, owner.subarray(0, 32), signed, fileId, metadata).subarray(0, length);
  if (revision < 3) return rc4(key, PADDING).equals(user.subarray(0, 32));
  for (let round = 0; round < 50; round += 1) key = md5(key).subarray(0, length);
  let proof: Buffer = md5(PADDING, fileId);
  for (let round = 0; round < 20; round += 1) proof = rc4(Buffer.from(key.map((byte) => byte ^ round)), proof);
  return proof.equals(user.subarray(0, 16));
}

/** Revisions 5 and 6: the user entry is a hash with a salt. */
function acceptsNewKey({ revision, user }: Settings): boolean {
  const salt = user.subarray(32, 40);
  const hash = revision === 5 ? createHash("sha256").update(salt).digest() : hardHash(salt);
  return hash.equals(user.subarray(0, 32));
}

/** Algorithm 2.B for the empty password. */
function hardHash(salt: Buffer): Buffer {
  let key: Buffer = createHash("sha256").update(salt).digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const block = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    const kind = block.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(["sha256", "sha384", "sha512"][kind] ?? "sha256")
      .update(block)
      .digest();
    last = block.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** RC4, which the encryption library of Node leaves out because nothing new may use it. */
function rc4(key: Buffer, content: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (first: number, second: number) => {
    [state[first], state[second]] = [state[second]!, state[first]!];
  };
  for (let index = 0, mixed = 0; index < 256; index += 1) {
    mixed = (mixed + state[index]! + (key[index % key.length] ?? 0)) & 0xff;
    swap(index, mixed);
  }
  let [index, mixed] = [0, 0];
  return Buffer.from(
    content.map((byte) => {
      index = (index + 1) & 0xff;
      mixed = (mixed + state[index]!) & 0xff;
      swap(index, mixed);
      return byte ^ state[(state[index]! + state[mixed]!) & 0xff]!;
    }),
  );
}
