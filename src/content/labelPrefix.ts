// What the texts of a form's fields begin with, where its layout says so in "texts": one that is misspelt or left out would make each
// of them missing.
import { textKeys } from "#engine/fieldTexts.ts";
import { meantOr, nearest } from "./sentences.ts";
import type { Texts } from "./textPairs.ts";

interface Found {
  prefix?: string;
  wrong?: [place: string, sentence: string, hint: string];
}

interface Form {
  step: string;
  fields: readonly string[];
  /** Its own texts, and those that all share. */
  own: Texts;
  shared: Texts;
}

export function findPrefix(written: unknown, { step, fields, own, shared }: Form): Found {
  const labels = [...shared.keys()].filter((key) => key.endsWith(".label"));
  const known = [...new Set(labels.map((key) => key.split(".").slice(0, -2).join(".")))];
  if (typeof written === "string") {
    if (known.includes(written)) return { prefix: written };
    const hint = meantOr(known, written, `write one of ${known.join(", ")}`);
    const wrong: Found["wrong"] = ["/ui:options/texts", `no text of a field begins with "${written}"`, hint];
    return { prefix: nearest(written, known) ?? written, wrong };
  }
  const usual = fields.flatMap((name) => textKeys({ step }, [name]).map((key) => `${key}.label`));
  if (fields.length === 0 || usual.some((key) => own.has(key) || shared.has(key))) return {};
  const prefix = known.find((one) => fields.every((name) => shared.has(`${one}.${name}.label`)));
  if (prefix === undefined) return {};
  const sentence = "the texts of its fields are not called as those of a step";
  return { prefix, wrong: ["/ui:options", sentence, `add "texts": "${prefix}" to "ui:options"`] };
}
