// Texts as the checks need them: by key with the values they use, two languages side by side, and which keys were needed.
import { DEFAULT_LANGUAGE, LANGUAGES } from "#engine/languages.ts";
import { error, type Finding } from "./finding.ts";
import { argumentsOf, parseMessage, textEntries } from "./messages.ts";
import type { JsonFile } from "./readJson.ts";

/** What a text of a key says and which values it needs. */
export type Texts = Map<string, string[]>;

export function parsedTexts(file: JsonFile, findings: Finding[]): Texts {
  const parsed: Texts = new Map();
  for (const [key, text] of textEntries(file.content)) {
    try {
      parsed.set(key, argumentsOf(parseMessage(text)));
    } catch (reason) {
      const why = reason instanceof Error ? reason.message : String(reason);
      findings.push(
        error(file.file, `/${key}`, `"${text}" is no valid message (${why})`, "check its braces and quotes"),
      );
      parsed.set(key, []);
    }
  }
  return parsed;
}

/** Two languages side by side. */
export function pairFindings(files: Record<string, JsonFile>, parsed: Record<string, Texts>): Finding[] {
  const findings: Finding[] = [];
  for (const language of LANGUAGES) {
    const own = parsed[language];
    for (const other of LANGUAGES) {
      const file = files[other];
      if (other === language || !own || !file) continue;
      for (const [key, values] of own) {
        const there = parsed[other]?.get(key);
        if (!there)
          findings.push(error(file.file, `/${key}`, `the text is missing; ${language} has it`, "translate it"));
        else if (language === DEFAULT_LANGUAGE && there.join() !== values.join()) {
          const list = (names: string[]) =>
            names.length > 0 ? names.map((name) => `{${name}}`).join(", ") : "no values";
          const sentence = `the text uses ${list(there)}, nl uses ${list(values)}`;
          findings.push(error(file.file, `/${key}`, sentence, "use the same values in both languages"));
        }
      }
    }
  }
  return findings;
}

/** Looks texts up and remembers which were needed. */
export class Use {
  readonly own = new Set<string>();
  readonly #texts: Texts;
  readonly #shared: Texts;
  readonly #app: Texts;
  readonly #usedShared: Set<string>;

  constructor(texts: Texts, shared: Texts, app: Texts, usedShared: Set<string>) {
    this.#texts = texts;
    this.#shared = shared;
    this.#app = app;
    this.#usedShared = usedShared;
  }

  first(keys: string[]): string | undefined {
    for (const key of keys) {
      if (this.#texts.has(key)) {
        this.own.add(key);
        return key;
      }
      if (this.#shared.has(key)) {
        this.#usedShared.add(key);
        return key;
      }
      if (this.#app.has(key)) return key;
    }
    return undefined;
  }
}
