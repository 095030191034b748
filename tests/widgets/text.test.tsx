// Text-like controls: what may be typed and pasted, what comes into the data, how it is written back.
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { controls } from "#engine/fields/controls.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { notations as allNotations } from "#engine/values/notations.ts";
import { byId, type FormCase, findError, openForm } from "./support.tsx";

const field = (property: object, widget: string, options: object = {}, extra: Partial<FormCase> = {}): FormCase => ({
  schema: { type: "object", properties: { it: property } },
  ui: { it: { "ui:widget": widget, "ui:options": options } },
  ...extra,
});

function paste(element: HTMLInputElement, text: string): void {
  element.focus();
  document.execCommand("insertText", false, text);
}

async function typed(form: FormCase, text: string) {
  const opened = await openForm(form);
  await userEvent.type(byId("step_it"), text);
  await userEvent.tab();
  return { value: opened.session.data().it, shown: byId("step_it").value };
}

const money = { type: "number", maximum: 9_999_999_999 };

test.each([
  ["180000", 180000, "180.000"],
  ["1.234,50", 1234.5, "1.234,50"],
  ["1.234", 1234, "1.234"],
  ["12,5", 12.5, "12,50"],
])("amount %s in Dutch", async (text, value, shown) => {
  expect(await typed(field(money, "currency"), text)).toEqual({ value, shown });
});

test.each([200, 240, 280, 320, 390])(
  "a required field's star is on the last line of its label (%i px)",
  async (width) => {
    await page.viewport(width, 800);
    onTestFinished(() => page.viewport(1280, 900));
    const label = "Votre client utilise-t-il des conditions de livraison\u00a0?";
    const schema: Schema = { type: "object", properties: { it: { type: "string" } }, required: ["it"] };
    const { container } = await openForm({ schema, texts: { "field.it.label": label }, language: "fr" });
    const star = container.querySelector("label span")!;
    const words = document.createRange();
    words.selectNodeContents(container.querySelector("label")!.firstChild!);
    const last = [...words.getClientRects()].at(-1)!;
    expect(star.textContent).toBe("*");
    expect(star.getBoundingClientRect().top).toBeLessThan(last.bottom);
    expect(star.getBoundingClientRect().left).toBeGreaterThan(last.left);
  },
);

const UNTOUCHED = { spellcheck: "false", autocorrect: "off", autocapitalize: "off" };
const codes: [string, Schema, string][] = [
  ...Object.keys(allNotations).map((format): [string, Schema, string] => [format, { type: "string", format }, "text"]),
  ...["email", "kvk", "postal-code", "date"].map((widget): [string, Schema, string] => {
    return [`the control ${widget}`, { type: "string", format: controls[widget as "kvk"].format }, widget];
  }),
  ...["currency", "number", "year"].map((widget): [string, Schema, string] => {
    return [`the control ${widget}`, { type: "integer" }, widget];
  }),
];
const attributesOf = (element: Element) => Object.keys(UNTOUCHED).map((name) => [name, element.getAttribute(name)]);

test.each(codes)("no browser spells, corrects or capitalises %s", async (_name, schema, widget) => {
  await openForm(field(schema, widget));
  await expect.poll(() => document.getElementById("step_it")).not.toBeNull();
  expect(Object.fromEntries(attributesOf(byId("step_it")))).toEqual(UNTOUCHED);
});

test("a browser may spell prose", async () => {
  await openForm(field({ type: "string" }, "text"));
  expect(attributesOf(byId("step_it")).every(([, value]) => value === null)).toBe(true);
});

test("a telephone shows its keyboard for addresses where a web address is asked", async () => {
  await openForm(field({ type: "string", format: "web-address" }, "text"));
  expect(byId("step_it").inputMode).toBe("url");
});

test("an amount is shown in the notation of the language, and either is read", async () => {
  const { value, shown } = await typed(field(money, "currency", {}, { language: "fr" }), "1234567.5");
  expect(value).toBe(1234567.5);
  expect(shown.replace(/\s/g, " ")).toBe("1 234 567,50");
});

test.each([
  ["1234.50", 1234.5],
  ["€ 1.234,50", 1234.5],
  ["1,234.50", 1234.5],
])("pasted amount %s", async (text, value) => {
  const { session } = await openForm(field(money, "currency"));
  paste(byId("step_it"), text);
  await userEvent.tab();
  expect(session.data().it).toBe(value);
});

test.each([
  ["1234.50", 1234.5],
  ["1,234.50", 1234.5],
  ["1.000.000", 1_000_000],
  ["12345678.9", 12_345_678.9],
  ["0,07", 0.07],
  ["1.005,10", 1005.1],
  ["-5", -5],
])("typed amount %s", async (text, value) => {
  expect((await typed(field(money, "currency"), text)).value).toBe(value);
});

test.each([
  ["nl", "1234567,5", "1.234.567,5"],
  ["fr", "1234567,5", "1\u202f234\u202f567,5"],
] as const)("digits are grouped while one types (%s, %s)", async (language, text, shown) => {
  await openForm(field(money, "currency", {}, { language }));
  await userEvent.type(byId("step_it"), text);
  await expect.poll(() => byId("step_it").value).toBe(shown);
});

test("the caret stays where one types, over separators that come and go", async () => {
  await openForm(field(money, "currency", {}, { data: { it: 1234567 } }));
  const input = byId("step_it");
  input.focus();
  await userEvent.keyboard("{Home}{ArrowRight}9");
  await expect.poll(() => [input.value, input.selectionStart]).toEqual(["19.234.567", 2]);
  await userEvent.keyboard("{Backspace}{Delete}{Delete}");
  await expect.poll(() => input.value).toBe("14.567");
  await userEvent.keyboard("{End}{Backspace}{Backspace}");
  await expect.poll(() => [input.value, input.selectionStart]).toEqual(["145", 3]);
});

test("an amount is typed without a render of any field and without judging", async () => {
  const fields: string[] = [];
  const after = (id: string) => {
    fields.push(id);
    return null;
  };
  const { counts, session } = await openForm(field(money, "currency", {}, { props: { services: { after } } }));
  const before = { validations: counts.validations, version: session.version(), fields: fields.length };
  await userEvent.type(byId("step_it"), "180000");
  expect({ validations: counts.validations, version: session.version(), fields: fields.length }).toEqual(before);
  expect(session.pending().it).toBe(180_000);
});

test("an amount of any length comes from the clipboard, without its euro sign", async () => {
  const { session } = await openForm(field(money, "currency"));
  paste(byId("step_it"), "€ 1.234.567.890,50");
  await userEvent.tab();
  expect(session.data().it).toBe(1_234_567_890.5);
});

const noAmount = ["1e6", "1e400", "0x10", "12ab", "1,5,3", "5-", "--5"];
const notations = [
  ["nl", "Is niet numeriek"],
  ["fr", "N’est pas numérique"],
] as const;

test.each(notations.flatMap(([language, words]) => noAmount.map((text) => [text, language, words] as const)))(
  "what is typed as %s is refused in %s and never becomes another number",
  async (text, language, words) => {
    const { session } = await openForm(field(money, "currency", {}, { language }));
    await userEvent.type(byId("step_it"), text);
    await userEvent.tab();
    expect(typeof session.data().it).toBe("string");
    await expect.poll(() => findError("step_it")).toBe(words);
  },
);

const TOO_FINE = [
  ["nl", "Vul hoogstens 2 cijfers achter de komma in"],
  ["fr", "Indiquez au maximum 2 chiffres après la virgule"],
] as const;
const tooFine = ["1000000.005", "1.234,507", "0,0071", "33,333", "€ 33,333"];

test.each(TOO_FINE.flatMap(([language, words]) => tooFine.map((text) => [text, language, words] as const)))(
  "what is typed as %s in %s has too many decimals, says the error",
  async (text, language, words) => {
    const { session } = await openForm(field(money, "currency", {}, { language }));
    await userEvent.type(byId("step_it"), text);
    await userEvent.tab();
    expect(typeof session.data().it).toBe("string");
    await expect.poll(() => findError("step_it")).toBe(words);
  },
);

const sameText = [
  "325.000,-",
  "12.34.567",
  "12.345.67",
  "1.234,507",
  "1,234.567",
  "0.500",
  "12,",
  "1.234,",
  ",5",
  "€ 12 ab",
];

test.each(sameText.flatMap((text) => [[text, "nl"] as const, [text, "fr"] as const]))(
  "%s means the same typed and pasted (%s)",
  async (text, language) => {
    const form = field(money, "currency", {}, { language });
    const byKeys = await typed(form, text);
    const refused = findError("step_it");
    document.body.replaceChildren();
    const { session } = await openForm(form);
    paste(byId("step_it"), text);
    await userEvent.tab();
    expect(byKeys).toEqual({ value: session.data().it, shown: byId("step_it").value });
    expect(refused).toBe(findError("step_it"));
    if (typeof byKeys.value === "string") expect(byKeys).toEqual({ value: text, shown: text });
  },
);

test.each(["nl", "fr"] as const)(
  "an amount with a dash for its cents is read when its field is left (%s)",
  async (language) => {
    const { value, shown } = await typed(field(money, "currency", {}, { language }), "325.000,-");
    expect([value, shown.replace(/\s/g, " "), findError("step_it")]).toEqual([
      325_000,
      language === "nl" ? "325.000" : "325 000",
      undefined,
    ]);
  },
);

test("an unreadable text stays as typed from the key on that made it so, and after it", async () => {
  const { session } = await openForm(field(money, "currency"));
  await userEvent.type(byId("step_it"), "12.34.");
  await expect.poll(() => byId("step_it").value).toBe("12.34.");
  await userEvent.keyboard("567");
  await expect.poll(() => byId("step_it").value).toBe("12.34.567");
  await userEvent.tab();
  expect([session.data().it, byId("step_it").value]).toEqual(["12.34.567", "12.34.567"]);
  await expect.poll(() => findError("step_it")).toBe("Is niet numeriek");
});

test("a value from elsewhere forgets what was typed before it", async () => {
  const { session } = await openForm(field(money, "currency"));
  await userEvent.type(byId("step_it"), "12.50");
  await userEvent.tab();
  session.replace({ it: 7 });
  await userEvent.type(byId("step_it"), "5");
  await userEvent.tab();
  expect(session.data().it).toBe(75);
});

test("a slip is corrected in its place", async () => {
  const { session } = await openForm(field(money, "currency"));
  await userEvent.type(byId("step_it"), "12a34");
  await expect.poll(() => byId("step_it").value).toBe("12a34");
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{Backspace}");
  await userEvent.tab();
  expect([session.data().it, byId("step_it").value]).toEqual([1234, "1.234"]);
});

test.each([
  ["currency", "40000001", { value: 40_000_001, shown: "40.000.001" }, "Maximaal €\u00a010"],
  ["year", "105", { value: 105, shown: "105" }, "Maximaal 10"],
])("no digit is cut off in a %s: its maximum refuses %s", async (widget, text, result, refusal) => {
  const rule = { type: widget === "year" ? "integer" : "number", maximum: 10 };
  expect(await typed(field(rule, widget), text)).toEqual(result);
  expect(findError("step_it")).toBe(refusal);
});

test.each([
  [{ ...money, maximum: 10 }, "Maximaal €\u00a010"],
  [{ type: "number" }, "Dit getal is te groot, vul minder cijfers in"],
])(
  "more characters than a currency field may show stay visible and have one message, however many (%j)",
  async (rule, refusal) => {
    for (const text of ["99999999999", "123456789012345", "12345678901234567890", "12345678901234567890123456"]) {
      expect(await typed(field(rule, "currency"), text)).toEqual({ value: text, shown: text });
      expect(findError("step_it")).toBe(refusal);
      document.body.replaceChildren();
    }
  },
);

test("what is no amount stays as it was and is called not numeric", async () => {
  const { session } = await openForm(field(money, "currency"));
  paste(byId("step_it"), "1.2.3,4");
  await userEvent.tab();
  expect(session.data().it).toBe("1.2.3,4");
  await expect.poll(() => byId("step_it").value).toBe("1.2.3,4");
  await expect.poll(() => findError("step_it")).toBe("Is niet numeriek");
});

test.each([
  ["currency", "nl", "Vul een bedrag in hele euro’s in"],
  ["currency", "fr", "Indiquez un montant en euros entiers"],
  ["year", "nl", "Vul een heel getal in"],
] as const)(
  "decimals where whole ones are asked for have a sentence of their own: %s in %s",
  async (widget, language, words) => {
    await openForm({ ...field({ type: "integer" }, widget, {}, { language }), data: { it: 1234.5 } });
    await userEvent.click(byId("step_it"));
    await userEvent.tab();
    await expect.poll(() => findError("step_it")).toBe(words);
  },
);

test("emptied means absent, not zero and not an empty text", async () => {
  const { session } = await openForm(field(money, "currency", {}, { data: { it: 12 } }));
  await userEvent.clear(byId("step_it"));
  await userEvent.tab();
  expect("it" in session.data()).toBe(false);
});

test("the euro sign is outside the value", async () => {
  await openForm(field(money, "currency", {}, { data: { it: 500 } }));
  expect(byId("step_it").value).toBe("500");
  expect(byId("step_it").parentElement!.textContent).toContain("€");
});

test("a kvk number loses spaces and dots, keeps its zeros, and is not cut off at eight", async () => {
  const kvk = { type: "string", format: "kvk" };
  expect(await typed(field(kvk, "kvk"), "01 23.45 67")).toEqual({ value: "01234567", shown: "01234567" });
});

test("twelve digits get the hint that this is an establishment number", async () => {
  await typed(field({ type: "string", format: "kvk" }, "kvk"), "000012345678");
  expect(byId("step_it__hint").textContent).toContain("vestigingsnummer");
  expect(byId("step_it").getAttribute("aria-describedby")).toContain("step_it__hint");
});

test("1234ab becomes 1234 AB", async () => {
  expect(await typed(field({ type: "string", format: "nl-postal-code" }, "postal-code"), "1234ab")).toEqual({
    value: "1234 AB",
    shown: "1234 AB",
  });
});

test.each([
  ["house-number", "106-A"],
  [undefined, "106 - A"],
])("106 - A in a text with format %s is %s", async (format, value) => {
  const schema = format ? { type: "string", format } : { type: "string" };
  expect(await typed(field(schema, "text"), "106 - A")).toEqual({ value, shown: value });
});

test.each([
  ["1x05", "Is niet numeriek"],
  ["1e5", "Is niet numeriek"],
  ["2,5", "Vul een heel getal in"],
])("a whole number refuses %s", async (text, words) => {
  await openForm(field({ type: "integer" }, "year"));
  await userEvent.type(byId("step_it"), text);
  await userEvent.tab();
  await expect.poll(() => findError("step_it")).toBe(words);
});

test("the counter counts, and nothing is cut off", async () => {
  const long = "x".repeat(25);
  const { value } = await typed(field({ type: "string", maxLength: 20 }, "textarea"), long);
  expect(value).toBe(long);
  expect(byId("step_it__count").textContent).toContain("25 van 20");
  expect(findError("step_it")).toBe("Maximaal 20 tekens");
});

test("the counter counts characters as the rule does: an emoji is one", async () => {
  await openForm(field({ type: "string", maxLength: 20 }, "textarea"));
  paste(byId("step_it"), "👍".repeat(20));
  await userEvent.tab();
  await expect.poll(() => byId("step_it__count").textContent).toContain("20 van 20");
  await expect.poll(() => findError("step_it")).toBeUndefined();
});

test("optional is written out, required has a star, and the star is explained once", async () => {
  const schema = { type: "object", properties: { a: { type: "string" }, b: { type: "string" } }, required: ["a"] };
  const { container } = await openForm({ schema });
  expect(container.querySelector("[for=step_a]")!.textContent).toContain("*");
  expect(container.querySelector("[for=step_b]")!.textContent).toContain("niet verplicht");
  expect([...container.querySelectorAll("p")].filter(({ textContent }) => textContent?.includes("*"))).toHaveLength(1);
  expect(byId("step_a").getAttribute("aria-required")).toBe("true");
});

test("a field that the server locks can be read, not changed, and shows why", async () => {
  await openForm(field({ type: "string" }, "text", {}, { data: { it: "Zwolle" }, meta: { disabled: ["it"] } }));
  expect(byId("step_it").readOnly).toBe(true);
  expect(byId("step_it__note").textContent).toBe("U kunt dit veld niet wijzigen.");
});

test("the source of a value is not shown for a field that was changed or emptied since, but another note stays", async () => {
  const meta = {
    prefilled: ["name"],
    noted: { name: "Jansen" },
    field_text: { name: "Uit het register", why: "Alleen letters" },
  };
  const schema = { type: "object", properties: { name: { type: "string" }, why: { type: "string" } } };
  const { session } = await openForm({ schema, meta, data: { name: "Jansen", why: "x" } });
  expect(byId("step_name__note").textContent).toBe("Uit het register");
  await userEvent.type(byId("step_name"), "s");
  await userEvent.tab();
  await expect.poll(() => document.getElementById("step_name__note")).toBeNull();
  await userEvent.type(byId("step_name"), "{Backspace}");
  await userEvent.tab();
  await expect.poll(() => document.getElementById("step_name__note")?.textContent).toBe("Uit het register");
  session.replace({});
  await expect.poll(() => document.getElementById("step_name__note")).toBeNull();
  await expect.poll(() => byId("step_name").getAttribute("aria-describedby")).toBeNull();
  await expect.poll(() => byId("step_why__note").textContent).toBe("Alleen letters");
});
