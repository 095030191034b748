// Paths to several answers (`*`): every member of an expression and of a tariff that takes one value refuses them, with a way out.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkSeveral } from "#content/check/prices/several.ts";
import { MEMBERS } from "#content/check/rules/operands.ts";
import { Typing } from "#content/check/rules/typing.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import { wordHint } from "#content/read/findings/finding.ts";
import type { Report } from "#content/read/findings/reporting.ts";
import { OPERATOR_NAMES } from "#engine/expressions/evaluate.ts";
import { CHOOSING } from "#engine/expressions/paths.ts";
import type { Expression, Schema } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { SCHEMAS } from "./support/content.ts";
import { at, set } from "./support/faults/fault.ts";

const record: Schema = {
  type: "object",
  properties: {
    number: { type: "number" },
    day: { type: "string", format: "date", dateWindow: { from: "1900-01-01" } },
    truth: { type: "boolean" },
    kind: { type: "string", enum: ["lorry", "van"] },
    covers: { type: "array", items: { type: "string", enum: ["casco", "glass"] } },
    rooms: { type: "array", items: { type: "object", properties: { number: { type: "number" } } } },
  },
};
const schema: Schema = {
  type: "object",
  properties: { ...record.properties, sites: { type: "array", items: record }, pairs: { type: "array" } },
};
const steps = { step: { schema, ui: {} } };
const product = readCatalogue(SCHEMAS).products[0]!;

/** What the check reports of an expression, as the value of a field or fact or as a rule. */
function findProblems(expression: Expression, member = "value"): string[] {
  const found: string[] = [];
  const report: Report = (_pointer, sentence, hint) => found.push(`${sentence}; ${wordHint(hint)}`);
  const typing = new Typing({ product, steps, order: ["step"], step: "step", here: [schema], report });
  if (member === "rules") typing.truth(expression, "", "rules");
  else if (member === "computed" || member === "startsWith")
    typing.value(member, { type: "number", [member]: expression }, "");
  else typing.fact(expression, "");
  return found;
}

const KINDS: Record<string, string> = {
  ...{
    days: "day",
    months: "day",
    years: "day",
    year: "day",
    from: "day",
    all: "truth",
    any: "truth",
    not: "truth",
    if: "truth",
  },
  ...{ is: "kind", in: "kind", has: "covers" },
};
const name = (member: string, many: boolean) => `.${many ? "sites.*." : ""}${KINDS[member] ?? "number"}`;

/** An expression with the path in this member. */
function around(member: string, path: string, first = true): Expression {
  const other = name(member, false);
  // biome-ignore lint/suspicious/noThenProperty: an expression
  if (["if", "then", "else"].includes(member)) return { if: ".truth", then: 1, else: 2, [member]: path };
  if (member === "of" || member === "empty") return { of: ".number", empty: 1, [member]: path };
  if (member === "from") return { day: "+1y", from: path };
  if (["answered", "count", "not", "year"].includes(member)) return { [member]: path };
  if (CHOOSING.has(member)) return { [member]: [path, member === "has" ? "casco" : "lorry"] };
  return { [member]: first ? [path, other] : [other, path] };
}

const expressionMembers = Object.keys(MEMBERS).filter((member) => !member.includes("/"));
const withoutRecords: Expression[] = [
  { times: [".number", 2], where: true },
  { sum: ".number", where: true },
  { sum: [".sites.*.number", ".sites.*.number"], where: true },
  { answered: ".sites.*.number", where: true },
  { has: [".sites.*.kind", "lorry"], where: true },
];
const NO_RECORDS =
  '"where" has no records to choose from; write it beside "sum", "count", "min" or "max" of one path with "*"';
const roots = ["computed", "startsWith", "rules", "value", "when"];

describe("an expression", () => {
  it("has each of its operators in the table", () => {
    expect(OPERATOR_NAMES.filter((operator) => operator !== "day" && MEMBERS[operator] === undefined)).toEqual([]);
  });

  it.each(expressionMembers.filter((member) => !roots.includes(member)))(
    "%s takes as many as the table has",
    (member) => {
      for (const first of [true, false]) {
        // Records are counted, and one answer is none.
        if (member !== "count") expect(findProblems(around(member, name(member, false), first))).toEqual([]);
        const found = findProblems(around(member, name(member, true), first));
        if (MEMBERS[member] === "several") expect(found).toEqual([]);
        else expect(found).toEqual([expect.stringMatching(/leads to several answers; .*add them up with "sum"/)]);
      }
    },
  );

  it.each<[Expression, string[]]>([
    [{ is: [".kind", "lorry"] }, []],
    [{ in: [".kind", "lorry", "van"] }, []],
    [{ has: [".covers", "glass"] }, []],
    [{ sum: ".sites.*.number", where: { is: [".kind", "lorry"] } }, []],
    [{ count: ".sites.*", where: { all: [{ has: [".covers", "glass"] }, { more: [".number", "step.number"] }] } }, []],
    [{ count: ".sites.*.kind" }, []],
    [{ has: [".sites.*.kind", "lorry", "van"] }, []],
    [{ has: [".sites.*.kind", "lory"] }, ['no answer can be "lory"; did you mean "lorry"?']],
    [{ is: [".kind", "lory"] }, ['no answer can be "lory"; did you mean "lorry"?']],
    [{ has: [".covers", "glas"] }, ['no answer can be "glas"; did you mean "glass"?']],
    [{ is: [".covers", "glass"] }, ['".covers" is an answer of several choices; write "has"']],
    [{ has: [".kind", "lorry"] }, ['".kind" is not an answer of several choices; write "is" or "in"']],
    [{ is: [".number", 5] }, ['"is" compares choices and texts, and ".number" is neither; write "equal"']],
    [{ is: [5, "lorry"] }, ['"is" begins with the path of an answer; write {"is": [".field", "choice"]}']],
    [{ is: [".knd", "lorry"] }, ['".knd" is not an answer; did you mean ".kind"?']],
    [{ count: ".number" }, ['"count" counts the records of a list; write their path, such as ".drivers.*"']],
    [
      { sum: ".sites.*.number", where: ".number" },
      ['"where" is true or false, and this is a number; compare it, for example with "more"'],
    ],
    [{ sum: ".sites.*.number", where: { is: [".knd", "lorry"] } }, ['".knd" is not an answer; did you mean ".kind"?']],
    ...withoutRecords.map((wrong): [Expression, string[]] => [wrong, [NO_RECORDS]]),
  ])("%j has %j", (expression, problems) => expect(findProblems(expression)).toEqual(problems));

  it.each(roots)("as %s takes one", (member) => {
    const path = member === "rules" ? "truth" : "number";
    expect(findProblems(`.${path}`, member)).toEqual([]);
    expect(findProblems(`.sites.*.${path}`, member)).toEqual([expect.stringContaining("several answers")]);
  });
});

const shape = JSON.parse(readFileSync(join(SCHEMAS, "meta", "tariff.schema.json"), "utf8"));

/** Every member of a tariff that takes the path of an answer, by the shape of tariffs. */
function findMembers(part: unknown, place: string[] = []): string[] {
  const { $ref = "", pattern, properties = {}, items } = Object(part);
  const [, definition] = /^#\/definitions\/(\w+)$/.exec($ref) ?? [];
  if (definition !== undefined) return findMembers(shape.definitions[definition], place);
  const inside = Object.entries(properties).flatMap(([key, member]) => findMembers(member, [...place, key]));
  const isPath = typeof pattern === "string" && pattern.startsWith("^[a-z][a-z0-9-]*(");
  return [
    ...(isPath ? [place.join("/")] : []),
    ...inside,
    ...(items && !isPath ? findMembers(items, [...place, "*"]) : []),
  ];
}

describe("a tariff", () => {
  const members = findMembers(shape);
  const problems = (member: string, path: string) => {
    const tariff = {
      ...{ main: {}, own_risk: {}, double_year_limit: {}, instalments: {}, one_off: {}, tax: {}, product_code: {} },
      ...{ factors: [{}], per_unit: [{}], additional: [{}] },
      per_item: [{ each: "step.sites", price: {}, factors: [{}] }],
    };
    const place = member.replaceAll("*", "0").split("/");
    set(place.join("."), path)(tariff as JsonObject);
    expect(at(tariff as JsonObject, place.slice(0, -1).join("."))).toBeDefined();
    const found: string[] = [];
    checkSeveral(tariff as JsonObject, steps, (pointer, sentence, hint) =>
      found.push(`${pointer} ${sentence}; ${hint}`),
    );
    return found;
  };
  const refused = (member: string) => [
    expect.stringMatching(
      new RegExp(`^/${member.replaceAll("*", "0")} .* leads to several answers.*add them up with "sum"`),
    ),
  ];

  it("has each of its members in the table", () => {
    expect(members.sort()).toEqual(
      Object.keys(MEMBERS)
        .filter((member) => member.includes("/"))
        .sort(),
    );
  });

  it.each(members)("%s takes as many as the table has", (member) => {
    expect(problems(member, "step.number")).toEqual([]);
    expect(problems(member, "step.pairs.0")).toEqual([]);
    for (const path of ["step.sites.*.number", "step.sites.0.number"]) {
      const isFine = MEMBERS[member] === "several" || (MEMBERS[member] === "record" && path.includes("*"));
      expect(problems(member, path), path).toEqual(isFine ? [] : refused(member));
    }
    const ofRooms = problems(member, "step.sites.*.rooms.*.number");
    expect(ofRooms).toEqual(MEMBERS[member] === "several" ? [] : refused(member));
  });
});
