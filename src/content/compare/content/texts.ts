// The words of the content, old and new, in each of its languages: which label, help or notice of what reads otherwise.
import type { JsonObject } from "#engine/schema/types.ts";
import { findPlain } from "../../read/plainContent.ts";
import { findFields } from "../../read/steps/stepIndex.ts";
import type { Labelled } from "../words/labels.ts";
import { phrase, phraseFor, plain, quoted, type Value, type Words } from "../words/words.ts";
import type { Changes, Sides } from "./changes.ts";
import type { ToldFields } from "./fields.ts";
import { namePosition, plainName } from "./plain.ts";
import { languageName } from "./rows.ts";

interface Described {
  what: Words;
  subject?: Words;
  /** The step or other part of which it is a text. */
  part?: string | undefined;
  /** `step/field` of the field that it is about. */
  fields?: string[];
}

interface Files {
  language: string;
  file: string;
  before: JsonObject;
  after: JsonObject;
}

export function compareTexts(sides: Sides, files: Files, changes: Changes, reportedFields: ToldFields): void {
  const { language, file, before, after } = files;
  for (const key of Object.keys({ ...before, ...after })) {
    if (before[key] === after[key] || key === "$schema") continue;
    // A text of the product replaces the one that all products share.
    const from = before[key] ?? sides.old.sharedText(language, key);
    const to = after[key] ?? sides.now.sharedText(language, key);
    if (from === to) continue;
    const { what, subject, part = "texts", fields = [] } = describeText(key, sides, languageName(language));
    const whole = from === undefined ? reportedFields.added : reportedFields.removed;
    const belongs = fields.length > 0 && fields.every((field) => whole.has(field));
    // A field that came or went brings its texts or takes them along.
    if ((from === undefined || to === undefined) && belongs) continue;
    const write = (text: unknown) => (text === undefined ? undefined : quoted(plain(text)));
    changes.about(part, file).describe(`/${key}`, { what, subject, from: write(from), to: write(to) });
  }
}

const FIELD =
  /^(?:wizard\.|portal\.\w+\.)?(?:(field|request)|[\w-]+)\.(.+?)\.(label|help|placeholder|tooltip|option)(?:\.(.+))?$/;
const OTHER = /^(?:wizard\.)?(step|notice|why)\.(.+?)\.(\w+)$/;

function describeText(key: string, sides: Sides, language: Words): Described {
  const inLanguage = phrase("inLanguage", { language });
  const what = (name: string, value: Value = "") => phraseFor(`text.${name}`, { language: inLanguage, value });
  if (["name", "description", "title"].includes(key)) return { what: what(`product.${key}`), part: "product" };
  const field = describeField(key, sides, what) ?? describePlain(key, sides, what);
  if (field) return field;
  const [, kind, name = "", member] = OTHER.exec(key) ?? [];
  const side = sides.now.steps[name] ? sides.now : sides.old;
  if (kind === "step" && (member === "title" || member === "intro"))
    return {
      what: what(member === "title" ? "stepTitle" : "stepIntro"),
      subject: quoted(side.step(name)),
      part: side.steps[name] ? name : undefined,
    };
  if (kind === "notice") return { what: what("notice"), subject: quoted(sides.old.notice(name)) };
  if (kind === "why")
    return { what: what("why"), subject: quoted(sides.old.text([`why.${name}.title`], name)), part: "product" };
  return { what: phrase("text.other", { key, language: inLanguage }) };
}

function describeField(
  key: string,
  { old, now }: Sides,
  what: (name: string, value?: string) => Words,
): Described | null {
  const [, , name, kind, value] = FIELD.exec(key) ?? [];
  if (name === undefined || kind === undefined) return null;
  const path = name.split(".");
  const named = (side: Labelled) => findSteps(side, key, path[0]!);
  const steps = [...new Set([old, now].flatMap(named))];
  const side = named(old).length > 0 ? old : now;
  const label =
    steps[0] === undefined
      ? old.text([key.replace(/\.(help|placeholder|tooltip|option.*)$/, ".label")], name)
      : side.field(steps[0], path);
  const subject = quoted(label);
  const part = steps.length === 1 ? steps[0] : undefined;
  const fields = steps.map((step) => `${step}/${name}`);
  return {
    what: what(kind, value),
    subject,
    part,
    fields,
  };
}

/** A text of plain content is known by the fields around it. */
function describePlain(
  key: string,
  { old, now }: Sides,
  what: (name: string, value: Words) => Words,
): Described | null {
  const found = [now, old].flatMap((side) =>
    Object.entries(side.steps).flatMap(([step, { ui }]) =>
      findPlain(ui).flatMap((placed) =>
        (["text", "title", "alt"] as const).flatMap((part) =>
          placed.content[part] === key ? [{ part, step, position: namePosition(side, step, placed) }] : [],
        ),
      ),
    ),
  );
  const [first] = found;
  if (!first) return null;
  const fields = [...new Set(found.map(({ step }) => plainName(step, key)))];
  return { what: what(`plain.${first.part}`, first.position), part: first.step, fields };
}

/** The steps with a field of this name that the text is about. */
function findSteps({ steps }: Labelled, key: string, field: string): string[] {
  const stepKey = Object.keys(steps).find((step) => key.startsWith(`${step}.`));
  return (stepKey === undefined ? Object.keys(steps) : [stepKey]).filter((step) => findFields(steps[step]).has(field));
}
