// How French is typeset and which words it uses, in every file with French texts: a non-breaking space before a tall
// punctuation mark and inside quotation marks, the curly apostrophe, no word that elides before a value from the data
// ("de Atelier" for "d’Atelier"), and one word for one thing.
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const STATEMENTS = "src/app/public/storage/{cookie,privacy}-statement.{fr,nl}.html";
const ofFrench = globSync(["src/**/fr.json", "{schemas,fixtures}/**/*.fr.json", "src/**/*.fr.html"], {
  cwd: root,
  exclude: [STATEMENTS],
});
/** These files contain both languages, each under its own name, unless all their questions are shared. */
const ofBoth = globSync("schemas/{shared,products/*}/{questions,professions}.json", { cwd: root }).filter((file) =>
  readFileSync(join(root, file), "utf8").includes('"fr"'),
);
/** The studio's words: of each the Dutch text and the French one. */
const ofStudio = globSync("src/studio/**/{words,columns}.json", { cwd: root });

type Text = [key: string, text: string];

function listTexts(node: unknown, key: string): Text[] {
  if (typeof node === "string") return [[key, node]];
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, below]) => listTexts(below, key ? `${key}.${name}` : name));
}

const readFrench = (file: string): Text[] => {
  const content = readFileSync(join(root, file), "utf8");
  if (file.endsWith(".html")) return [["page", content.replace(/<[^>]*>/g, "\n")]];
  const texts = listTexts(JSON.parse(content), "");
  if (ofStudio.includes(file)) return texts.filter(([key]) => key.endsWith(".1"));
  return ofBoth.includes(file) ? texts.filter(([key]) => /(^|\.)fr(\.|$)/.test(key)) : texts;
};

/** Words of an ICU text are between its braces too. `'{'` is how a brace is written. */
const faults = {
  "no space that holds before : ; ? ! » %": /[^\u00a0](?=[;?!»%]|:(?!\/|\d))/u,
  "no space that holds after «": /«(?!\u00a0)/u,
  "a straight apostrophe": /\p{L}'\p{L}/u,
  "a word that elides before a name": /(?<![\p{L}’])(?:de|que|le|la|si) \{(?:company|names?|description)\}/iu,
  "“devis”; “offre” is the number of an invoice": /(?<!numéro d[’'])\boffres?\b(?! une)/iu,
  "“échéance”": /\b(?:par|du|le|des?) termes?\b/iu,
  "“double limite annuelle”": /plafond/iu,
  "“taxe d’assurance”": /taxe sur les/iu,
  "“supplément”": /surprime/iu,
  "“souscripteur”": /spécialiste/iu,
  "“intermédiaire”, as in Dutch": /courtier(?!@)/iu,
  "“ne pas devoir” forbids in one country and frees in another": /ne devez pas/iu,
};

test.each([...ofFrench, ...ofBoth, ...ofStudio])("%s", (file) => {
  const texts = readFrench(file);
  expect(texts.length).toBeGreaterThan(0);
  const mistakes = texts.flatMap(([key, text]) =>
    Object.entries(faults).flatMap(([fault, pattern]) => (pattern.test(text) ? [`${key}: ${fault}: ${text}`] : [])),
  );
  expect(mistakes).toEqual([]);
});

const readTexts = (file: string): Map<string, string> =>
  new Map(listTexts(JSON.parse(readFileSync(join(root, file), "utf8")), ""));

test.each(["nl", "fr"])("lists, exports, papers and mails call things as the screens do (%s)", (language) => {
  const screens = readTexts(`src/app/messages/${language}.json`);
  const papers = readTexts(`schemas/portal/paper-words.${language}.json`);
  const ofStatuses = [...readTexts(`schemas/portal/statuses.${language}.json`)].flatMap(([status, words]) => {
    const shown = screens.get(`portal.status.${status}`);
    return shown === undefined ? [] : [[status, words, shown]];
  });
  const ofPapers = Object.entries({
    "documents.terms_and_conditions": "wizard.sidebar.summary.terms_and_conditions",
    "documents.insurance_map": "wizard.sidebar.summary.insurance_map",
    "rows.annual": "portal.contract.premium_per_year",
    "rows.per_claim": "portal.quote.field.insured_amount_per_claim",
    "rows.per_year": "portal.quote.field.insured_amount_per_year",
    "rows.own_risk": "portal.quote.field.own_risk",
    "rows.insured": "portal.quote.field.insured_name",
    "rows.start": "portal.quote.field.start_date",
    "rows.end": "portal.quote.field.end_date",
  }).map(([row, screen]) => [row, papers.get(row), screens.get(screen)]);
  expect(ofStatuses.length).toBeGreaterThan(10);
  expect(
    [...ofStatuses, ...ofPapers].filter(([, written, shown]) => written === undefined || written !== shown),
  ).toEqual([]);
});

test("there are texts to look at", () => {
  expect(ofFrench.length).toBeGreaterThan(8);
  expect(ofBoth.length).toBeGreaterThan(3);
  expect(ofStudio.length).toBeGreaterThan(8);
});

test.each(ofStudio)("%s has a Dutch and a French text of every word", (file) => {
  const words = Object.entries(JSON.parse(readFileSync(join(root, file), "utf8")) as Record<string, string[]>);
  expect(words.filter(([, texts]) => texts.length !== 2 || texts.includes(""))).toEqual([]);
});

test("no screen writes its own colon between a name and its value: a text has the space before it", () => {
  const screens = globSync(["src/{app,portal,wizard}/**/*.{ts,tsx}", "widgets/**/*.{ts,tsx}"], { cwd: root });
  expect(screens.length).toBeGreaterThan(200);
  const joins = (file: string) =>
    readFileSync(join(root, file), "utf8").match(/.*(?:\}: *(?:\$\{|<\/)|(?:\(|\+ )": ").*/g) ?? [];
  expect(screens.flatMap(joins), "common.named").toEqual([]);
});

test("the statements are as their readers accepted them: any change asks all users again", () => {
  const hash = createHash("sha256");
  for (const file of globSync(STATEMENTS, { cwd: root }).sort()) hash.update(readFileSync(join(root, file)));
  expect(hash.digest("hex").slice(0, 8)).toBe("30ed2e43");
});
