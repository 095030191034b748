// The layout of one step, old and new: controls, order and sections, and how an error is shown.
import { valueAt } from "#engine/fieldPath.ts";
import { changedPaths, sameValue } from "#engine/formValues.ts";
import { orderedNames, propertySchemas } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import { objects } from "../reporting.ts";
import type { ToldFields } from "./fields.ts";
import { asObject, pairUp, type Scope, type Sides } from "./scope.ts";
import { joined, phrase, phraseFor, plain, type Words } from "./words.ts";

interface Layout extends Sides {
  scope: Scope;
  step: string;
  told: ToldFields;
}

export function compareLayout(layout: Layout): void {
  const { old, now, scope, step } = layout;
  const before = renameMembers(old.steps[step]?.ui ?? {}, step, layout.told);
  const after = now.steps[step]?.ui ?? {};
  compareOrder(layout, before, after);
  scope.members(before, after, {
    "ui:order": null,
    "ui:options": (from, to, place) =>
      scope.members(from, to, { sections: (one, other, at) => compareSections(layout, [one, other], at) }, place),
    ...fieldMembers(layout, [], before, after),
  });
}

/** What is said of a field that came, went or got another name says it of its layout too. */
function renameMembers(ui: JsonObject, step: string, { renamed }: ToldFields): JsonObject {
  const members = Object.entries(ui).map(([name, value]) => {
    const [to, field] = renamed.get(`${step}/${name}`)?.split("/") ?? [];
    return [to === step && field !== undefined ? field : name, value] as const;
  });
  return Object.fromEntries(members);
}

type Members = Parameters<Scope["members"]>[2];

function fieldMembers(layout: Layout, path: readonly string[], before: JsonObject, after: JsonObject): Members {
  const names = [...Object.keys(before), ...Object.keys(after)].filter((name) => !name.startsWith("ui:"));
  return Object.fromEntries(
    names.map((name) => [
      name,
      (from: unknown, to: unknown, place: string) => compareField(layout, [...path, name], [from, to], place),
    ]),
  );
}

function compareField(
  layout: Layout,
  path: readonly string[],
  [before, after]: [unknown, unknown],
  place: string,
): void {
  const { scope, step, told, now } = layout;
  const key = [step, ...path].join("/");
  if (told.added.has(key) || told.removed.has(key) || told.renamed.has(key)) return;
  const [from, to] = [asObject(before), asObject(after)];
  const field = now.field(step, path);
  const options = (name: string) => (one: unknown, other: unknown, at: string) =>
    scope.say("layout.changed", at, { field, name, from: plain(one), to: plain(other) });
  const control = (one: unknown, other: unknown, at: string) =>
    scope.say("control.changed", at, { field, from: controlWords(one), to: controlWords(other) });
  const settings = Object.keys({ ...from, ...to }).filter((name) => name.startsWith("ui:"));
  scope.members(
    from,
    to,
    {
      ...Object.fromEntries(settings.map((name) => [name, options(name)])),
      "ui:widget": control,
      "ui:field": control,
      "ui:options": (one, other, at) => {
        const names = Object.keys({ ...asObject(one), ...asObject(other) });
        scope.members(one, other, Object.fromEntries(names.map((name) => [name, options(name)])), at);
      },
      "ui:errors": (one, other, at) => compareErrors(layout, field, [asObject(one), asObject(other)], at),
      ...fieldMembers(layout, path, from, to),
    },
    place,
  );
}

function compareErrors(
  { scope, old, now }: Layout,
  field: Words,
  [from, to]: [JsonObject, JsonObject],
  at: string,
): void {
  for (const rule of Object.keys({ ...from, ...to })) {
    const place = `${at}/${rule}`;
    const said = { field, rule };
    scope.members(
      from[rule],
      to[rule],
      {
        severity: (_one, other) => scope.say(other === "blocking" ? "blocking.on" : "blocking.off", place, said),
        message: (one, other) => {
          const [before, after] = [messageWords(old, one), messageWords(now, other)];
          scope.say("error.words", place, { ...said, from: before, to: after });
        },
        ...Object.fromEntries(
          ["type", "link", "values"].map((name) => [
            name,
            (one: unknown, other: unknown) => {
              for (const path of changedPaths({ [name]: one }, { [name]: other })) {
                const [from, to] = [one, other].map((value) => plain(valueAt(value, path.slice(1))));
                scope.say("error.layout", place, { ...said, name: path.join("."), from: from!, to: to! });
              }
            },
          ]),
        ),
      },
      place,
    );
  }
}

const messageWords = (side: Sides["old"], key: unknown): Words =>
  typeof key === "string" ? side.text([key]) : phrase("standard");

const controlWords = (name: unknown): Words => phraseFor(`control.${name}`, {}, String(name ?? "text"));

/** Of the fields that both have: what came or went moves the others without a sentence. */
function compareOrder({ scope, old, now, step }: Layout, before: JsonObject, after: JsonObject): void {
  const names = [old, now].map((side) => [...propertySchemas(side.steps[step]?.schema ?? {}).keys()]);
  const both = names[1]!.filter((name) => names[0]!.includes(name));
  const [from, to] = [before, after].map((ui) => orderedNames(both, ui["ui:order"]));
  if (sameValue(from, to)) return;
  const words = (list: readonly string[]) => joined(list.map((name) => now.field(step, [name])));
  scope.say("order.changed", "/ui:order", { from: words(from!), to: words(to!) });
}

function compareSections({ scope, old, now, step, told }: Layout, lists: [unknown, unknown], place: string): void {
  const [before, after] = lists.map(objects) as [JsonObject[], JsonObject[]];
  const name = ({ title }: JsonObject): Words => (typeof title === "string" ? now.text([title]) : phrase("noneNamed"));
  const { added, removed, kept, moved } = pairUp(before, after, ({ title }) => title);
  for (const [one, index] of added) scope.say("section.added", `${place}/${index}`, { section: name(one) });
  for (const [one, index] of removed)
    scope.say("section.removed", `${place}/${index}`, {
      section: typeof one.title === "string" ? old.text([one.title]) : phrase("noneNamed"),
    });
  if (moved) scope.say("section.order", place, { from: joined(before.map(name)), to: joined(after.map(name)) });
  const [from, to] = [before, after].map((sections) => fieldSections(sections));
  for (const [field, section] of to!) {
    const earlier = from!.get(field);
    if (earlier === undefined || earlier.title === section.title || told.added.has(`${step}/${field}`)) continue;
    const said = { field: now.field(step, [field]), from: name(earlier), to: name(section) };
    scope.say("section.field", place, said);
  }
  for (const [one, other, index] of kept) {
    const told = { title: null, fields: compareRows(scope, step, now, `${place}/${index}`) };
    scope.members(one, other, told, `${place}/${index}`);
  }
}

const fieldSections = (sections: readonly JsonObject[]) =>
  new Map(sections.flatMap((section) => flatFields(section.fields).map((field) => [field, section] as const)));

const flatFields = (fields: unknown): string[] => (Array.isArray(fields) ? fields.flat(2).map(String) : []);

/** The same fields in other rows. */
const compareRows =
  (scope: Scope, step: string, now: Sides["now"], place: string) => (one: unknown, other: unknown) => {
    const [from, to] = [flatFields(one), flatFields(other)];
    if (!sameValue([...from].sort(), [...to].sort())) return;
    const words = (fields: unknown) =>
      joined(
        (Array.isArray(fields) ? fields : []).map((row: unknown) =>
          joined(
            (Array.isArray(row) ? row : [row]).map((field) => now.field(step, [String(field)])),
            "and",
          ),
        ),
      );
    scope.say("order.changed", `${place}/fields`, { from: words(one), to: words(other) });
  };
