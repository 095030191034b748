// The words of the content, old and new, in each of its languages: which label, help or notice of what reads otherwise.
import type { JsonObject } from "#engine/types.ts";
import { findFields } from "../stepIndex.ts";
import type { ToldFields } from "./fields.ts";
import type { Labelled } from "./labels.ts";
import type { Scope, Sides } from "./scope.ts";
import { inWords, type Kind, phrase, plain, type Words } from "./words.ts";

interface About {
  what: Words;
  /** The step that it stands in. */
  part?: string | undefined;
  /** `step/field`, where it is about one. */
  fields?: string[];
}

interface Files {
  language: string;
  file: string;
  before: JsonObject;
  after: JsonObject;
}

export function compareTexts(
  sides: Sides,
  { language, file, before, after }: Files,
  scope: Scope,
  told: ToldFields,
): void {
  const old = renameKeys(before, told);
  const named = languageName(language);
  for (const key of Object.keys({ ...old, ...after })) {
    // A word of the product takes the place of the one that all share.
    const [from, to] = [
      old[key] ?? sides.old.sharedText(language, key),
      after[key] ?? sides.now.sharedText(language, key),
    ];
    if (old[key] === after[key] || from === to || key === "$schema") continue;
    const about = describe(key, sides);
    if (belongsTo(about, from === undefined ? told.added : told.removed, from, to)) continue;
    const values = { what: about.what, language: named, from: plain(from), to: plain(to) };
    scope.about(about.part ?? "texts", file).say(chooseKind(from, to), `/${key}`, values);
  }
}

export const chooseKind = (from: unknown, to: unknown): Kind =>
  from === undefined ? "text.added" : to === undefined ? "text.removed" : "text.changed";

/** A field that came or went brings its words or takes them along. */
function belongsTo({ fields = [] }: About, told: ReadonlySet<string>, from: unknown, to: unknown): boolean {
  return (from === undefined || to === undefined) && fields.length > 0 && fields.every((field) => told.has(field));
}

/** Words that went along with the new name of their field read the same. */
function renameKeys(texts: JsonObject, { renamed }: ToldFields): JsonObject {
  const names = [...renamed].map(([from, to]) => [from.split("/").at(-1), to.split("/").at(-1)]);
  const rename = (key: string) =>
    key
      .split(".")
      .map((part) => names.find(([from]) => from === part)?.[1] ?? part)
      .join(".");
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [rename(key), text]));
}

export const languageName = (language: string): Words =>
  inWords((own) => new Intl.DisplayNames(own, { type: "language" }).of(language) ?? language);

const FIELD =
  /^(?:wizard\.|portal\.\w+\.)?(?:(field|request)|[\w-]+)\.(.+?)\.(label|help|placeholder|tooltip|option)(?:\.(.+))?$/;

function describe(key: string, sides: Sides): About {
  if (key === "name" || key === "description") return { what: phrase(`text.${key}`), part: "product" };
  if (key === "title") return { what: phrase("text.heading"), part: "product" };
  return describeStep(key, sides) ?? describeField(key, sides) ?? { what: phrase("text.other", { subject: key }) };
}

function describeStep(key: string, { old, now }: Sides): About | null {
  const [, kind = "", name = "", part = ""] =
    /^(?:wizard\.)?(step|notice|why|section|error)\.(.+?)(?:\.(\w+))?$/.exec(key) ?? [];
  const side = now.steps[name] ? now : old;
  if (kind === "step" && (part === "title" || part === "intro")) {
    return { what: phrase(`text.${part}`, { subject: side.step(name) }), part: side.steps[name] ? name : undefined };
  }
  if (kind === "notice") return { what: phrase("text.notice", { subject: old.notice(name) }) };
  if (kind === "why")
    return { what: phrase("text.why", { subject: old.text([`why.${name}.title`], name) }), part: "product" };
  if (kind === "section") return { what: phrase("text.section") };
  return kind === "error" ? { what: phrase("text.error", { subject: key }) } : null;
}

function describeField(key: string, sides: Sides): About | null {
  const [, , name, kind, value] = FIELD.exec(key) ?? [];
  if (name === undefined || kind === undefined) return null;
  const { old, now } = sides;
  const fields = [old, now].flatMap((side) => fieldsNamed(side, key, name).map((step) => `${step}/${name}`));
  const steps = [...new Set(fields.map((field) => field.split("/")[0]!))];
  const [step] = steps;
  const side = step !== undefined && findFields(old.steps[step]).has(name.split(".")[0]!) ? old : now;
  const path = name.split(".");
  const subject =
    step === undefined
      ? old.text([key.replace(/\.(help|placeholder|tooltip|option.*)$/, ".label")], name)
      : side.field(step, path);
  const part = steps.length === 1 ? step : undefined;
  const what =
    kind === "option"
      ? phrase("text.option", { subject, value: value ?? "" })
      : phrase(`text.${kind as "label"}`, { subject });
  return { what, part, fields: [...new Set(fields)] };
}

/** The steps that a text about a field of this name is about. */
function fieldsNamed({ steps }: Labelled, key: string, name: string): string[] {
  const own = Object.keys(steps).find((step) => key.startsWith(`${step}.`));
  const first = name.split(".")[0]!;
  const all = own === undefined ? Object.keys(steps) : [own];
  return all.filter((step) => findFields(steps[step]).has(first));
}
