// Controls with something to choose: keyboard, lists that change, values that are no longer offered, defaults that do not
// answer for the broker.
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { byId, findError, openForm } from "./support.tsx";

const choice = (widget: string, property: object = { type: "integer", enumFrom: "amounts" }, options: object = {}) => ({
  schema: { type: "object", properties: { it: property }, required: ["it"] },
  ui: { it: { "ui:widget": widget, "ui:options": options } },
});
const amounts = [500, 1000, 2000].map((value) => ({ value }));
const radios = () => [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")];

test("radio boxes: amounts as money, arrow keys, a group with a name", async () => {
  const { session } = await openForm({
    ...choice("radio", undefined, { format: "currency", title: "Eigen risico" }),
    lists: { amounts },
  });
  expect(radios()[0]!.closest("div")!.textContent!.replace(/\s/g, " ")).toBe("€ 500€ 1.000€ 2.000");
  expect(radios().every((radio) => !radio.checked)).toBe(true);
  await userEvent.click(radios()[0]!);
  await userEvent.keyboard("{ArrowRight}");
  expect(session.data().it).toBe(1000);
  const group = byId<HTMLFieldSetElement>("step_it");
  await expect
    .poll(() => document.getElementById(group.getAttribute("aria-labelledby")!)!.textContent)
    .toContain("Eigen risico");
});

test("a press on the words of an option takes the focus to its radio, and nowhere before", async () => {
  const { session } = await openForm({ ...choice("radio"), lists: { amounts } });
  const focused: (EventTarget | null)[] = [];
  byId("step_it").addEventListener("focusin", ({ target }) => focused.push(target));
  const [label] = radios()[1]!.labels!;
  await userEvent.click(label!, { position: { x: label!.clientWidth - 6, y: 12 } });
  expect(focused).toEqual([radios()[1]]);
  expect(session.data().it).toBe(1000);
});

test.each([100, 200])(
  "on a telephone a card holds its amount and price, with letters at %s per cent",
  async (percent) => {
    await page.viewport(390, 800);
    document.documentElement.style.fontSize = `${percent}%`;
    onTestFinished(async () => {
      document.documentElement.style.fontSize = "";
      await page.viewport(1280, 900);
    });
    const covers = [250_000, 1_000_000].map((value) => ({ value, price: 405 }));
    await openForm({ ...choice("cards", { type: "integer", enumFrom: "covers" }), lists: { covers } });
    const cards = radios().map((radio) => radio.closest("label")!);
    const over = cards.map((card) => card.scrollWidth - card.clientWidth);
    expect(over).toEqual([0, 0]);
    const [amount, price] = ["span", "b"].map((name) => cards[1]!.querySelector(name)!.getBoundingClientRect());
    if (percent === 100) expect(price!.top).toBeLessThan(amount!.bottom);
  },
);

test("a missing list shows a message, offers a retry and chooses nothing", async () => {
  const retriedLists: string[] = [];
  const { session, again } = await openForm({
    ...choice("cards"),
    props: { services: { retryList: (name) => retriedLists.push(name) } },
  });
  const notice = byId("step_it__missingList");
  expect(notice.textContent).toContain("De keuzes kunnen niet worden opgehaald.");
  await userEvent.click(notice.querySelector("button")!);
  expect(retriedLists).toEqual(["amounts"]);
  await again({ lists: { amounts } });
  await expect.poll(() => radios()).toHaveLength(3);
  expect(session.data().it).toBeUndefined();
});

test("a value that is no longer offered stays, dashed and with its error", async () => {
  const { session, next } = await openForm({ ...choice("cards"), lists: { amounts }, data: { it: 750 } });
  const card = document.querySelector("label[aria-disabled=true]")!;
  expect(card.textContent!.replace(/\s/g, " ")).toContain("€ 750");
  expect(card.textContent).toContain("niet meer beschikbaar");
  await next();
  await expect.poll(() => findError("step_it")).toBe("Deze keuze is niet meer mogelijk. Maak een andere keuze.");
  expect(session.data().it).toBe(750);
});

test("the list's own words win over ours, and the amount that they begin with is emphasised", async () => {
  const property = { type: "string", enumFrom: "covers" };
  const labels = ["\u20ac\u00a0250.000 per aanspraak", "Klein pakket"];
  const covers = labels.map((label, index) => ({ value: `v${index}`, label, insured_amount: 250_000 }));
  await openForm({ ...choice("cards", property, { amount: "insured_amount" }), lists: { covers } });
  const words = radios().map(({ nextElementSibling }) =>
    [...nextElementSibling!.querySelectorAll("span")].map((line) => line.textContent!.replace(/\s/g, " ")),
  );
  expect(words).toEqual([["€ 250.000", "per aanspraak"], ["Klein pakket"]]);
});

test("a card shows amount, per claim, price and what each unit adds; more than six become a select", async () => {
  const priced = [1, 2, 3].map((count) => ({
    value: `10${count}`,
    insured_amount: count * 250000,
    subtitle: 270,
    units: [{ label: "per vrijwilliger", price: 5 }],
  }));
  const property = { type: "string", enumFrom: "covers" };
  const { again } = await openForm({
    ...choice("cards", property, { amount: "insured_amount" }),
    lists: { covers: priced },
  });
  const text = radios()[0]!.labels![0]!.textContent!.replace(/\s/g, " ");
  expect(text).toContain("€ 250.000");
  expect(text).toContain("per aanspraak");
  expect(text).toContain("€ 270,00 per jaarplus € 5,00 per vrijwilliger");
  await again({
    lists: { covers: Array.from({ length: 8 }, (_, index) => ({ value: `v${index}`, insured_amount: index * 1000 })) },
  });
  await expect.poll(() => byId("step_it").querySelectorAll("select option")).toHaveLength(9);
});

test("a select keeps the value that left the list visible, and clears the fields that it announces", async () => {
  const schema = {
    type: "object",
    properties: {
      sector: { type: "string", enumFrom: "sectors" },
      other: { type: "array", items: { type: "string" } },
    },
  };
  const ui = {
    sector: { "ui:widget": "select", "ui:options": { clears: ["other"] } },
    other: { "ui:widget": "hidden" },
  };
  const sectors = [
    { value: "a", label: "Advies" },
    { value: "b", label: "Bouw" },
  ];
  const { session } = await openForm({ schema, ui, lists: { sectors }, data: { sector: "gone", other: ["x"] } });
  const select = byId<HTMLSelectElement>("step_sector");
  expect(select.selectedOptions[0]!.textContent).toContain("niet meer beschikbaar");
  await userEvent.selectOptions(select, "Bouw");
  expect(session.data()).toEqual({ sector: "b" });
});

test("a long list is searched by typing, and a text that is no choice stops Next until it is one", async () => {
  const lands = Array.from({ length: 5000 }, (_none, index) => ({ value: `c${index}`, label: `Land ${index}` }));
  const property = { type: "string", enumFrom: "lands" };
  const { session } = await openForm({ ...choice("select", property), lists: { lands } });
  await expect.poll(() => byId<HTMLInputElement>("step_it").tagName).toBe("INPUT");
  const box = byId<HTMLInputElement>("step_it");
  await userEvent.click(box);
  await userEvent.keyboard("land 4711");
  await expect.poll(() => document.querySelectorAll("[role=option]").length).toBe(1);
  expect(findError("step_it"), "while one types").toBeUndefined();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => session.data().it).toBe("c4711");
  await userEvent.keyboard("x{Tab}");
  await expect.poll(() => session.data().it).toBeUndefined();
  expect(session.validate().map(({ keyword }) => keyword)).toEqual(["unlisted_choice"]);
  await userEvent.click(box);
  await userEvent.keyboard("{Backspace}{Tab}");
  await expect.poll(() => session.data().it).toBe("c4711");
});

test("a switch shows what it does to the price, and what it reveals gets its default", async () => {
  const schema = {
    type: "object",
    properties: { terms: { type: "boolean", default: false } },
    allOf: [
      {
        if: { properties: { terms: { const: true } }, required: ["terms"] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { months: { type: "integer", enum: [3, 6], default: 3 } }, required: ["months"] },
      },
    ],
  };
  const ui = { terms: { "ui:widget": "switch", "ui:options": { price: "terms" } }, months: { "ui:widget": "radio" } };
  const { session } = await openForm({ schema, ui, props: { services: { findPrice: () => 65 } } });
  const toggle = byId("step_terms");
  expect(toggle.getAttribute("role")).toBe("switch");
  expect(toggle.closest("[data-field]")!.textContent!.replace(/\s/g, " ")).toContain("+ € 65,00 per jaar");
  toggle.focus();
  await userEvent.keyboard(" ");
  await expect.poll(() => session.data()).toEqual({ terms: true, months: 3 });
  await expect.poll(() => radios()).toHaveLength(2);
  await userEvent.keyboard(" ");
  await expect.poll(() => session.active()).toEqual({ terms: false });
  await expect.poll(() => radios()).toHaveLength(0);
});

test("nothing is answered, ticked or chosen beforehand", async () => {
  const schema = {
    type: "object",
    properties: {
      yes: { type: "boolean" },
      agree: { type: "boolean", const: true },
      code: { type: "string", enumFrom: "covers" },
    },
    required: ["yes", "agree", "code"],
  };
  const ui = { yes: { "ui:widget": "yes-no" }, agree: { "ui:widget": "agreement" }, code: { "ui:widget": "cards" } };
  const { session } = await openForm({ schema, ui, lists: { covers: [{ value: "101", label: "A" }] } });
  expect(session.data()).toEqual({});
  expect(document.querySelector("input:checked")).toBeNull();
});

test("an agreement: the link opens the document and does not tick, the words do", async () => {
  const schema = {
    type: "object",
    properties: { conditions_agreement: { type: "boolean", const: true } },
    required: ["conditions_agreement"],
  };
  const ui = {
    "ui:options": { texts: "wizard.request" },
    conditions_agreement: { "ui:widget": "agreement", "ui:options": { document: "terms" } },
  };
  const { session, next } = await openForm({ schema, ui, props: { services: { linkTo: (key) => `#${key}` } } });
  const label = document.querySelector("[for=step_conditions_agreement]")!;
  expect(label.textContent).toContain("Mijn klant gaat akkoord met de verzekeringsvoorwaarden");
  const link = label.querySelector("a")!;
  expect(link.getAttribute("href")).toBe("#documents.terms");
  link.addEventListener("click", (event) => event.preventDefault());
  await userEvent.click(link);
  expect(session.data()).toEqual({});
  await next();
  await expect.poll(() => findError("step_conditions_agreement")).toBe("Vink dit vakje aan om door te gaan");
  await userEvent.click(label);
  expect(session.data()).toEqual({ conditions_agreement: true });
});

test("additional covers: ticked by key, explained outside the label, with what the server prices", async () => {
  const schema = {
    type: "object",
    properties: {
      covers: { type: "object", default: {}, ask: { from: "extra", prefix: "coverage_", optional: true } },
    },
  };
  const ui = { covers: { "ui:field": "coverages" } };
  const opened: string[] = [];
  const extra = [
    {
      value: "305",
      label: "Bedrijf",
      popular: true,
      subtitle: 70,
      amounts: { perClaim: 2500000, perYear: 5000000, deductible: 125 },
    },
    { value: "821", label: "Vangnet", subtitle: 70, amounts: { perDispute: 50000 } },
  ];
  const { session } = await openForm({
    schema,
    ui,
    lists: { extra },
    props: { services: { onTooltip: (key) => opened.push(key) } },
  });
  const card = byId("step_covers_coverage_305").labels![0]!.parentElement!;
  expect(card.textContent!.replace(/\s/g, " ")).toContain("Tot € 2.500.000 per aanspraak");
  expect(card.textContent).toContain("Populair");
  await userEvent.click(card.querySelector("button")!);
  expect(opened).toEqual(["step_covers_coverage_305"]);
  await expect
    .poll(() => card.querySelector("[role=note]")!.textContent!.replace(/\s/g, " "))
    .toContain("€ 5.000.000 per verzekeringsjaar");
  expect(session.active().covers).toEqual({});
  await userEvent.click(byId("step_covers_coverage_305"));
  expect(session.data().covers).toEqual({ coverage_305: true });
});

test("a new list while the user types keeps focus and text", async () => {
  const schema = {
    type: "object",
    properties: { it: { type: "integer", enumFrom: "amounts" }, name: { type: "string" } },
  };
  const { again } = await openForm({ schema, ui: { it: { "ui:widget": "radio" } }, lists: { amounts } });
  await userEvent.type(byId("step_name"), "Jan");
  await again({ lists: { amounts: amounts.slice(0, 2) } });
  await expect.poll(() => document.activeElement).toBe(byId("step_name"));
  await expect.poll(() => byId("step_name").value).toBe("Jan");
  await expect.poll(() => radios()).toHaveLength(2);
});

test("a section that is named after its group is no group itself: the name is read once", async () => {
  const formCase = choice("cards");
  const sections = [{ title: "wizard.section.insured_amount", fields: ["it"] }];
  await openForm({ ...formCase, ui: { ...formCase.ui, "ui:options": { sections } }, lists: { amounts } });
  const groups = [...document.querySelectorAll("[role=group], [role=radiogroup], fieldset:not([role])")];
  expect(groups.map(({ id }) => id)).toEqual(["step_it"]);
  expect(document.getElementById(groups[0]!.getAttribute("aria-labelledby")!)!.closest("legend")).not.toBeNull();
});

test("a section that is named after a field shows the field's label", async () => {
  const formCase = choice("select");
  const sections = [{ title: "it", fields: ["it", "name"] }];
  await openForm({ ...formCase, ui: { ...formCase.ui, "ui:options": { sections } }, lists: { amounts } });
  const label = byId("step_it").labels?.[0]?.textContent?.replace(/\s*\*.*$/, "");
  expect(label).toBeTruthy();
  expect(document.querySelector("legend")?.textContent).toBe(label);
});

test("a select that the server locks is reached by keyboard with its note, and keeps its value", async () => {
  const meta = { disabled: ["it"], field_text: { it: "Bekend bij het register." } };
  const { session } = await openForm({ ...choice("select"), lists: { amounts }, data: { it: 1000 }, meta });
  await userEvent.keyboard("{Tab}");
  const select = byId<HTMLSelectElement>("step_it");
  await expect.poll(() => document.activeElement).toBe(select);
  const notes = (select.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id));
  await expect.poll(() => notes.map((note) => note?.textContent).join(" ")).toContain("Bekend bij het register.");
  await userEvent.keyboard("{ArrowDown}");
  expect([session.data().it, select.selectedOptions[0]?.disabled]).toEqual([1000, false]);
});

const several = (extra: object = {}) => ({
  schema: {
    type: "object",
    properties: {
      it: {
        ...{ type: "array", minItems: 2, maxItems: 3, uniqueItems: true, exclusive: ["none"] },
        items: { type: "string", enumFrom: "perils" },
        ...extra,
      },
      next: { type: "string" },
    },
    required: ["it"],
  },
  ui: { it: { "ui:field": "checkboxes", "ui:options": { title: "Gevaren" } }, next: { "ui:widget": "text" } },
  lists: { perils: ["fire", "water", "theft", "storm", "none"].map((value) => ({ value, label: value })) },
});
const boxes = () => [...document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
const ticked = () => boxes().flatMap((box) => (box.checked ? box.labels![0]!.textContent : []));
const openSeveral = async (extra?: object, data = {}) => {
  const opened = await openForm({ ...several(extra), data });
  await expect.poll(() => boxes().length).toBeGreaterThan(0);
  return opened;
};

test("several choices are ticked by keyboard, kept in their own order, and judged once the group is left", async () => {
  const { session } = await openSeveral();
  byId("step_it_theft").focus();
  await userEvent.keyboard(" ");
  expect(session.data().it).toEqual(["theft"]);
  expect(session.visible("step_it"), "no error while the broker is still choosing").toBeUndefined();
  await userEvent.keyboard("{Tab}{Tab}{Tab}");
  await expect.poll(() => findError("step_it")).toBe("Kies er minstens 2");
  byId("step_it_fire").click();
  expect(session.data().it).toEqual(["fire", "theft"]);
  for (const value of ["water", "storm"]) byId(`step_it_${value}`).click();
  session.attempt();
  await expect.poll(() => findError("step_it")).toBe("Kies er hoogstens 3");
  for (const value of ["fire", "theft", "water", "storm"]) byId(`step_it_${value}`).click();
  expect(session.data().it, "without a tick there is no answer").toBeUndefined();
  await expect.poll(() => findError("step_it")).toBe("Maak een keuze");
});

test("an exclusive choice takes the place of others, others take its place, and both are announced", async () => {
  const { session } = await openSeveral({ minItems: 1 });
  for (const value of ["fire", "water", "none"]) byId(`step_it_${value}`).click();
  expect(session.data().it).toEqual(["none"]);
  await expect.poll(ticked).toEqual(["none"]);
  await expect.poll(() => document.body.textContent).toContain("2 andere keuzes zijn uitgezet");
  byId("step_it_storm").click();
  expect(session.data().it).toEqual(["storm"]);
});

test("a stored choice that is no longer offered stays ticked with its error until it is unticked", async () => {
  const { session } = await openSeveral({ minItems: 1 }, { it: ["flood", "fire"] });
  expect(ticked()).toEqual(["fire", "flood"]);
  session.attempt();
  await expect.poll(() => findError("step_it")).toContain("niet meer");
  byId("step_it_flood").click();
  expect(session.data().it).toEqual(["fire"]);
  expect(session.valid).toBe(true);
});

test("several choices fit a narrow screen", async () => {
  await page.viewport(320, 800);
  onTestFinished(() => page.viewport(1280, 900));
  await openSeveral();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test("choices of several words are each on one line on a telephone", async () => {
  await page.viewport(390, 800);
  onTestFinished(() => page.viewport(1280, 900));
  const labels = ["Tempête ou grêle", "Vol, vandalisme", "Dégât des eaux"];
  const items = labels.map((label) => ({ value: label, label }));
  const widget = { "ui:widget": "radio", "ui:options": { items } };
  await openForm({
    schema: { type: "object", properties: { cause: { type: "string", enum: labels } } },
    ui: { cause: widget },
  });
  const heights = () => [...document.querySelectorAll("#step_cause label")].map((label) => label.clientHeight);
  await expect.poll(() => heights().length).toBe(3);
  expect(Math.max(...heights())).toBeLessThan(50);
});
