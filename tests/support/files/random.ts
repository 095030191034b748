// Files around pictures of random bytes: whatever the bytes are, they mean nothing. By seed, so that a failure can be repeated.
import checkContent from "#server/files/content/contentCheck.ts";
import { JPG } from "./catalogue.ts";
import { mail } from "./mail.ts";
import { officePackage, outlookMessage } from "./office.ts";
import { scan } from "./pdf.ts";

/** mulberry32: small and repeatable, good enough for test material. */
export function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    below: (limit: number) => next() % limit,
    pick: <T>(values: readonly T[]): T => values[next() % values.length] as T,
    bytes: (size: number) => Buffer.from(Uint32Array.from({ length: size >> 2 }, next).buffer),
  };
}

const FILES: [string, (image: Buffer) => Uint8Array][] = [
  ["a.jpg", (image) => image],
  ["a.pdf", scan],
  ["a.docx", (image) => officePackage("docx", { isStored: true, members: { "word/media/image1.jpeg": image } })],
  ["a.eml", (image) => mail({ name: "a.jpg", content: image })],
  ["a.msg", (image) => outlookMessage({ name: "a.jpg", content: image })],
];

export const RANDOM_FILES = FILES.length;

/** The files that were refused. */
export async function tryRandomImages(run: { seed: number; images: number; size: number }): Promise<string[]> {
  const random = createRandom(run.seed);
  const refused: string[] = [];
  for (let index = 0; index < run.images; index += 1) {
    const image = Buffer.concat([JPG, random.bytes(run.size)]);
    for (const [name, write] of FILES) {
      const verdict = await checkContent({ name, content: write(image) });
      if ("refused" in verdict) refused.push(`image ${index} of seed ${run.seed} in ${name}: ${verdict.refused}`);
    }
  }
  return refused;
}
