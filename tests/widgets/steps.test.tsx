// Every step of every product, in ring 2 in both languages, on a page with the strict policy: accessible by axe before and after a
// failed Next, no violation of the policy, every control known.
import axe from "axe-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { completeLayout } from "#content/read/shared/layouts.ts";
import { matches } from "#engine/rules/conditions.ts";
import type { Answers, JsonObject, Lists } from "#engine/schema/types.ts";
import shared from "#schemas/shared/fields.schema.json";
import sharedLayouts from "#schemas/shared/fields.ui.json";
import { heavy } from "#widgets/heavy.ts";
import { TOLD_IN } from "../support/toldIn.ts";
import { compileRules, openForm } from "./support.tsx";

const files = import.meta.glob<JsonObject>("../../schemas/{products,portal}/**/*.{schema,ui}.json", {
  eager: true,
  import: "default",
});
const steps = Object.keys(files).filter((path) => path.endsWith(".schema.json"));

/** The shared definitions in place, as the published bundle has them. */
function inlined(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inlined);
  if (schema === null || typeof schema !== "object") return schema;
  const { $ref, ...rest } = schema as JsonObject;
  if (typeof $ref !== "string")
    return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inlined(value)]));
  const name = $ref.split("/").at(-1) as keyof typeof shared.definitions;
  return { ...(inlined(shared.definitions[name]) as JsonObject), ...rest };
}

const question = (value: number, extra: object = {}) => ({
  value,
  label: `Een vraag met nummer ${value}?`,
  refusal_yes: "Let hierop.",
  list_items: ["punt"],
  tooltip: "uitleg",
  ...extra,
});
const lists: Lists = {
  sectors: [
    { value: "180", label: "Administratie" },
    { value: "190", label: "Techniek" },
  ],
  professions: [{ value: "p1", label: "Boekhouder", sector_id: "190", clarification: "Houdt boeken bij" }],
  main_coverages: [1, 2, 3].map((count) => ({
    value: `10${count}`,
    label: "Dekking",
    insured_amount: count * 250000,
    subtitle: 270,
  })),
  insured_amounts: [100000, 250000, 500000].map((value) => ({ value, label: String(value), subtitle: 300 })),
  deductible_amounts: [500, 1000, 2000].map((value) => ({ value })),
  additional_coverages: [
    {
      value: "305",
      label: "Bedrijf",
      subtitle: 70,
      popular: true,
      amounts: { perClaim: 1, perYear: 2, deductible: 3 },
    },
  ],
  acceptance_questions: [question(1), question(2, { judged: { answer: true, effect: "decline" } })],
  closing_questions: [question(3), question(4)],
};
const data: Answers = {
  sector: "190",
  terms_of_delivery: true,
  pay_in_terms: true,
  finance_separate: true,
  questions_of_acceptance: { 1: true, 2: true },
};

const violations: string[] = [];
const note = (event: SecurityPolicyViolationEvent) =>
  violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);

/** A cold machine takes long for the first load of a heavy control. No step is measured against that. */
beforeAll(async () => {
  await Promise.all(Object.values(heavy).map((load) => load()));
});

beforeAll(() => {
  document.addEventListener("securitypolicyviolation", note);
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "style-src 'self'; object-src 'none'; require-trusted-types-for 'script'";
  document.head.append(policy);
});
afterEach(() => {
  expect(violations.splice(0)).toEqual([]);
});

test("the policy is in force", async () => {
  const probe = document.createElement("div");
  probe.setAttribute("style", "color: red");
  await expect.poll(() => violations.splice(0).length).toBe(1);
});

async function faults(): Promise<string[]> {
  const rules = { region: { enabled: false }, "page-has-heading-one": { enabled: false } };
  const result = await axe.run(document.body, { rules });
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

const schemas = new Map(steps.map((path) => [path, inlined(files[path]) as JsonObject]));
for (const schema of schemas.values()) compileRules(schema);

/** Judges each condition once: the page with the policy may not compile it, and the bundle of a product has it compiled. */
function judgeConditions(content: unknown): void {
  if (content === null || typeof content !== "object") return;
  for (const [key, part] of Object.entries(content)) {
    if (key === "if") matches(part, {});
    judgeConditions(part);
  }
}
for (const content of [...schemas.values(), ...Object.values(files)]) judgeConditions(content);

const names = steps.map((path) => path.replace("../../schemas/", "").replace(".schema.json", ""));

test.each(names.flatMap((name) => TOLD_IN.map((language) => [name, language] as const)))(
  "%s in %s",
  async (name, language) => {
    const path = `../../schemas/${name}.schema.json`;
    const schema = schemas.get(path)!;
    const written = files[path.replace(".schema.json", ".ui.json")] ?? {};
    const ui = completeLayout(written, files[path]!, { layouts: sharedLayouts, rules: shared.definitions });
    const fieldNames = Object.keys((schema.properties ?? {}) as JsonObject);
    const start = Object.fromEntries(Object.entries(data).filter(([key]) => fieldNames.includes(key)));
    const step = name.split("/").at(-1)!;
    const { next, container } = await openForm({
      schema,
      ui,
      lists,
      data: start,
      language,
      step,
      props: { services: { linkTo: (key) => `#${key}` } },
    });
    await expect.poll(() => container.querySelector("[aria-busy]")).toBeNull();
    expect(container.textContent).not.toContain("Invoertype niet gevonden");
    expect(await faults()).toEqual([]);
    await next();
    expect(await faults()).toEqual([]);
    await expect.poll(() => container.querySelectorAll("[style]")).toHaveLength(0);
  },
);
