// The manifest of a product, old and new: what it offers, its steps, flows, lists and documents.
import { sameValue } from "#engine/formValues.ts";
import type { JsonObject } from "#engine/types.ts";
import { findDocuments } from "../documents.ts";
import { objects } from "../reporting.ts";
import type { Labelled } from "./labels.ts";
import { compareLists } from "./lists.ts";
import { asList, asObject, type Compare, pairUp, type Scope, type Sides } from "./scope.ts";
import { joined, type Kind, phrase, phraseFor, plain, type Words } from "./words.ts";

export function compareManifest(sides: Sides, scope: Scope): void {
  const { old, now } = sides;
  const [before, after] = [old, now].map(({ product }) => product.manifest.content) as [JsonObject, JsonObject];
  scope.members(before, after, {
    $schema: null,
    codes: names(scope, ["code.added", "code.removed"], (code) => ({ code })),
    offered: (_from, to, place) => scope.say(to === true ? "product.offered" : "product.withdrawn", place),
    icon: (from, to, place) => scope.say("icon.changed", place, { from: plain(from), to: plain(to) }),
    steps: (from, to, place) => compareSteps(sides, scope, [objects(from), objects(to)], place),
    flows: (from, to, place) => compareFlows(scope, [asObject(from), asObject(to)], place),
    lists: (from, to, place) => compareLists(sides, scope, [asObject(from), asObject(to)], place),
    prefill: (from, to, place) => comparePrefill(sides, scope, [objects(from), objects(to)], place),
    why: (from, to, place) => {
      const told = (side: Labelled) => (name: string) => ({ why: side.text([`why.${name}.title`], name) });
      names(scope, ["why.added", "why.removed", "why.order"], told(now), told(old))?.(from, to, place);
    },
    documents: null,
    was: null,
    text_values: (from, to, place) => {
      const [left, right] = [asObject(from), asObject(to)];
      for (const name of Object.keys({ ...left, ...right }))
        if (left[name] !== right[name])
          scope.say("textValue.changed", `${place}/${name}`, { name, from: plain(left[name]), to: plain(right[name]) });
    },
  });
  compareDocuments(sides, scope);
}

/** A list of names: which come, which go, and whether the others stand in another order. */
function names(
  scope: Scope,
  [added, removed, order]: [Kind, Kind, Kind?],
  now: (name: string) => Record<string, Words | string>,
  old = now,
): Compare {
  return (before, after, place) => {
    const paired = pairUp(asList(before).map(String), asList(after).map(String), (name) => name);
    // A field with another name goes by the same words.
    const gone = paired.removed.map(([name]) => old(name));
    const come = paired.added.map(([name]) => now(name));
    for (const [index, said] of come.entries())
      if (!gone.some((one) => sameValue(one, said))) scope.say(added, `${place}/${paired.added[index]![1]}`, said);
    for (const [index, said] of gone.entries())
      if (!come.some((one) => sameValue(one, said))) scope.say(removed, `${place}/${paired.removed[index]![1]}`, said);
    if (!paired.moved) return;
    if (order) scope.say(order, place);
    else scope.other(JSON.stringify(before), JSON.stringify(after), place);
  };
}

function compareSteps(sides: Sides, scope: Scope, [before, after]: [JsonObject[], JsonObject[]], at: string): void {
  const { old, now } = sides;
  const { added, removed, kept } = pairUp(before, after, ({ key }) => key);
  const labelStep = (side: Labelled, { key }: JsonObject) => side.step(String(key));
  const describePlace = (index: number) => {
    const previous = after[index - 1];
    return previous ? phrase("after", { step: labelStep(now, previous) }) : phrase("first");
  };
  for (const [one, index] of added)
    scope.say("step.added", `${at}/${index}`, { step: labelStep(now, one), after: describePlace(index) });
  for (const [one, index] of removed) scope.say("step.removed", `${at}/${index}`, { step: labelStep(old, one) });
  const order = kept.map(([one]) => before.indexOf(one));
  for (const [position, [, other, index]] of kept.entries()) {
    const passed = order.slice(0, position).some((place) => place > order[position]!);
    if (passed) scope.say("step.moved", `${at}/${index}`, { step: labelStep(now, other), after: describePlace(index) });
  }
  for (const [one, other, index] of kept) compareStep(sides, scope, [one, other], `${at}/${index}`);
}

function compareStep(
  { now, renamed }: Sides,
  scope: Scope,
  [before, after]: [JsonObject, JsonObject],
  at: string,
): void {
  const key = String(after.key);
  const step = now.step(key);
  const toggle = (on: Kind, off: Kind) => (_from: unknown, to: unknown, place: string) =>
    scope.say(to === undefined || to === false ? off : on, place, { step });
  const field = (name: string) => ({ field: now.field(key, [name]) });
  scope.members(
    before,
    after,
    {
      kind: (from, to, place) => scope.say("step.kind", place, { step, from: kindWords(from), to: kindWords(to) }),
      extra: toggle("step.extra", "step.always"),
      autoNext: toggle("step.autoNext", "step.noAutoNext"),
      premium: names(scope, ["premium.depends", "premium.independent"], field),
      notices: names(scope, ["notice.added", "notice.removed"], (name) => ({ step, notice: now.notice(name) })),
      summary: (from, to, place) => {
        const words = (list: unknown) =>
          joined(
            asList(list)
              .flat(3)
              .map((name) => now.field(key, [String(name)])),
          );
        if (!sameValue(words(from), words(to)))
          scope.say("summary.changed", place, { step, from: words(from), to: words(to) });
        else if (!sameValue(asList(from).flat(3), asList(to).flat(3)) && !renamed) scope.other(from, to, place);
      },
      sidebar: (from, to, place) => compareSidebar(scope, step, [from, to], place),
    },
    at,
  );
}

const kindWords = (kind: unknown): Words => phraseFor(`kind.${kind}`, {}, String(kind));

function compareSidebar(scope: Scope, step: Words, [before, after]: [unknown, unknown], at: string): void {
  const block = (name: string): [string, Compare] => [
    name,
    (from, to, place) =>
      scope.say("sidebar.changed", place, {
        step,
        block: phraseFor(`block.${name}`),
        from: phraseFor(String(from ?? "hidden")),
        to: phraseFor(String(to ?? "hidden")),
      }),
  ];
  const send = names(scope, ["send.added", "send.removed"], (action) => ({
    step,
    action: phraseFor(`action.${action}`, {}, action),
  }));
  const blocks = ["why", "premium", "request", "progress"].map(block);
  scope.members(before, after, { ...Object.fromEntries(blocks), send }, at);
}

function compareFlows(scope: Scope, [before, after]: [JsonObject, JsonObject], at: string): void {
  for (const name of Object.keys({ ...before, ...after })) {
    const flow = phraseFor(`flow.${name}`, {}, name);
    const place = `${at}/${name}`;
    const part = (hidden: string) => ({ flow, part: phraseFor(`action.${hidden}`, {}, hidden) });
    if (before[name] === undefined) scope.say("flow.added", place, { flow });
    else if (after[name] === undefined) scope.say("flow.removed", place, { flow });
    else scope.members(before[name], after[name], { hide: names(scope, ["flow.hides", "flow.shows"], part) }, place);
  }
}

function comparePrefill(
  { old, now }: Sides,
  scope: Scope,
  [before, after]: [JsonObject[], JsonObject[]],
  at: string,
): void {
  const field = (side: Labelled, { step, field: name }: JsonObject) => ({
    field: side.field(String(step), [String(name)]),
  });
  const { added, removed, kept } = pairUp(before, after, ({ step, field: name }) => `${step}.${name}`);
  for (const [one, index] of added) {
    const said = { ...field(now, one), length: plain(one.length) };
    const gone = removed.findIndex(([other]) => sameValue({ ...field(old, other), length: plain(other.length) }, said));
    if (gone < 0) scope.say("prefill.added", `${at}/${index}`, said);
    else removed.splice(gone, 1);
  }
  for (const [one, index] of removed) scope.say("prefill.removed", `${at}/${index}`, field(old, one));
  for (const [one, other, index] of kept) scope.members(one, other, {}, `${at}/${index}`);
}

/** Of a release there are no documents here: then only their names are compared. */
function compareDocuments({ old, now }: Sides, scope: Scope): void {
  const documents = (side: Labelled) =>
    new Map(findDocuments(side.product, side.catalogue, []).map((one) => [one.name, one.file]));
  const named = (side: Labelled) => Object.keys(asObject(side.product.manifest.content.documents));
  const [from, to] = [documents(old), documents(now)];
  names(scope, ["document.added", "document.removed"], (document) => ({ document: documentName(document) }))?.(
    named(old),
    named(now),
    "/documents",
  );
  for (const [name, file] of to) {
    const earlier = from.get(name);
    if (earlier !== undefined && earlier !== file)
      scope.say("document.replaced", `/documents/${name}`, { document: documentName(name) });
  }
}

const documentName = (name: string): Words => phraseFor(`document.${name}`, {}, name.replaceAll("_", " "));
