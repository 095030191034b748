// When an error is shown, its message, and that showing it neither loses a click nor moves the focus.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { byId, findError, openForm } from "./support.tsx";

const schema = {
  type: "object",
  properties: {
    kvk: { type: "string", format: "kvk", minLength: 1 },
    name: { type: "string", minLength: 2 },
    revenue: { type: "integer", minimum: 1, maximum: 1000000 },
  },
  required: ["kvk", "name"],
};
const ui = {
  kvk: { "ui:widget": "kvk" },
  revenue: {
    "ui:widget": "currency",
    "ui:errors": {
      maximum: {
        message: "error.max_value.message",
        type: "error.max_value.type.revenue",
        severity: "blocking",
        link: { href: "links.customWork", text: "error.max_value.link_text", pointer: "error.max_value.pointer" },
      },
    },
  },
};

test("nothing is wrong on an untouched form", async () => {
  const { container } = await openForm({ schema, ui });
  expect(container.querySelector("[id$=__error], [aria-invalid]")).toBeNull();
});

test("an error shows after the field is left, only there, tied to its control", async () => {
  await openForm({ schema, ui });
  await userEvent.type(byId("step_kvk"), "123");
  await expect.poll(() => findError("step_kvk")).toBeUndefined();
  await userEvent.tab();
  await expect.poll(() => findError("step_kvk")).toBe("Vul een KVK-nummer van 8 cijfers in");
  await expect.poll(() => findError("step_name")).toBeUndefined();
  const input = byId("step_kvk");
  await expect.poll(() => input.getAttribute("aria-invalid")).toBe("true");
  for (const id of input.getAttribute("aria-describedby")!.split(" "))
    await expect.poll(() => document.getElementById(id)).not.toBeNull();
});

test("an error that shows goes as soon as the value is right, while typing", async () => {
  await openForm({ schema, ui, data: { kvk: "123" } });
  await userEvent.click(byId("step_kvk"));
  await userEvent.tab();
  await expect.poll(() => findError("step_kvk")).toBeDefined();
  await userEvent.fill(byId("step_kvk"), "12345678");
  await expect.poll(() => findError("step_kvk")).toBeUndefined();
});

test("the error is before the control and after the help", async () => {
  await openForm({ schema, ui, texts: { "step.kvk.help": "Acht cijfers" } });
  await userEvent.click(byId("step_kvk"));
  await userEvent.tab();
  const order = [...byId("step_kvk").closest("[data-field]")!.children].map(({ id }) => id);
  expect(order.slice(0, 4)).toEqual(["step_kvk__label", "step_kvk__help", "step_kvk__error", "step_kvk"]);
});

test("a maximum that blocks is a notice with a link under the field, at once and with the focus kept", async () => {
  const { session } = await openForm({
    schema,
    ui,
    props: { services: { linkTo: () => "https://example.nl/maatwerk" } },
  });
  await userEvent.type(byId("step_revenue"), "2000000");
  await expect.poll(() => document.getElementById("step_revenue__blocking")).not.toBeNull();
  const notice = byId("step_revenue__blocking");
  await expect.poll(() => notice.textContent).toContain("De jaaromzet is te hoog, deze aanvraag is maatwerk.");
  await expect.poll(() => notice.querySelector("a")!.getAttribute("href")).toBe("https://example.nl/maatwerk");
  await expect.poll(() => document.activeElement).toBe(byId("step_revenue"));
  expect(session.blocking()).toHaveLength(1);
  await expect.poll(() => findError("step_revenue")).toBeUndefined();
});

test("a blocking notice that goes away gives the focus of its link back to the field", async () => {
  const { session } = await openForm({
    schema,
    ui,
    data: { revenue: 2_000_000 },
    props: { services: { linkTo: () => "https://example.nl/maatwerk" } },
  });
  byId("step_revenue__blocking").querySelector("a")!.focus();
  session.replace({ revenue: 5 });
  await expect.poll(() => document.getElementById("step_revenue__blocking")).toBeNull();
  await expect.poll(() => document.activeElement).toBe(byId("step_revenue"));
});

test("Tab from a field whose notice goes away reaches the next field", async () => {
  const services = { linkTo: () => "https://example.nl/maatwerk" };
  const longer = { ...schema, properties: { ...schema.properties, last: { type: "string" } } };
  await openForm({ schema: longer, ui, props: { services } });
  await userEvent.fill(byId("step_revenue"), "2000000");
  await expect.poll(() => document.querySelector("#step_revenue__blocking a")).not.toBeNull();
  await userEvent.fill(byId("step_revenue"), "5");
  await userEvent.tab();
  await expect.poll(() => document.activeElement?.id).toBe("step_last");
  expect(document.getElementById("step_revenue__blocking")).toBeNull();
});

test.each([
  { left: "two", goal: "three", shift: false, next: "five-b", how: "removed" },
  { left: "five-b", goal: "three", shift: true, next: "two", how: "disabled" },
  { left: "five-b", goal: "six", shift: false, next: "seven", how: "removed" },
] as const)(
  "Tab never ends on the page when its goal is $how: $left to $next",
  async ({ left, goal, shift, next, how }) => {
    const { container } = await openForm({ schema: { type: "object", properties: {} } });
    container.insertAdjacentHTML(
      "beforeend",
      `<button id="one">1</button><button id="two">2</button><button id="three">3</button><a id="four" tabindex="-1" href="#x">4</a>
    <input type="radio" name="five" id="five-a"><input type="radio" name="five" id="five-b" checked>
    <button id="six">6</button><button id="hidden" hidden>-</button><button id="seven">7</button>`,
    );
    byId(left).focus();
    byId(left).addEventListener("blur", () => {
      if (how === "removed") byId(goal).remove();
      else (byId(goal) as unknown as HTMLButtonElement).disabled = true;
    });
    await userEvent.tab({ shift });
    await expect.poll(() => document.activeElement?.id).toBe(next);
  },
);

test("Tab keeps its direction, whichever control was made first", async () => {
  const { container } = await openForm({ schema: { type: "object", properties: {} } });
  // The browser orders a removed element and another one by their places in memory.
  for (let round = 0; round < 12; round += 1) {
    const made = Array.from({ length: 4 }, () => document.createElement("button"));
    const [before, left, goal, after] = (round % 2 === 0 ? made : made.reverse()) as HTMLButtonElement[];
    for (const button of [before, left, goal, after]) container.append(button!);
    left!.focus();
    left!.addEventListener("blur", () => goal!.remove());
    await userEvent.tab();
    await expect.poll(() => document.activeElement === after).toBe(true);
    for (const button of [before, left, after]) button!.remove();
  }
});

test("a list on its way is no error; only one that failed is an alert, with a way to ask again", async () => {
  let awaited = true;
  const changed = new Set<() => void>();
  const services = {
    retryList: () => undefined,
    awaitsList: () => awaited,
    pricesChanged: (listener: () => void) => {
      changed.add(listener);
      return () => changed.delete(listener);
    },
  };
  const amounts = { type: "object", properties: { it: { type: "number", enumFrom: "amounts" } } };
  await openForm({ schema: amounts, ui: { it: { "ui:widget": "cards" } }, props: { services } });
  const alerts = () => [...document.querySelectorAll("form [role=alert]")].map((each) => each.textContent);
  expect(alerts()).toEqual([]);
  awaited = false;
  for (const tell of changed) tell();
  await expect.poll(alerts).toEqual(["De keuzes kunnen niet worden opgehaald.Opnieuw proberen"]);
});

test("the summary links to the fields, in the order of the page, and takes the focus", async () => {
  const { next, session } = await openForm({ schema, ui });
  await next();
  const summary = document.querySelector("section")!;
  await expect.poll(() => document.activeElement).toBe(summary);
  const links = [...summary.querySelectorAll("a")];
  await expect.poll(() => links.map((link) => link.getAttribute("href"))).toEqual(["#step_kvk", "#step_name"]);
  await userEvent.click(links[1]!);
  await expect.poll(() => document.activeElement).toBe(byId("step_name"));
  session.replace({ kvk: "12345678", name: "Jans" });
  await expect.poll(() => document.querySelector("section")).toBeNull();
});

test("a summary that is higher than its place shows its begin", async () => {
  const { next, container } = await openForm({ schema, ui });
  const scroller = container.querySelector("main")!;
  scroller.querySelector("h2")!.style.marginBlockEnd = "20rem";
  Object.assign(scroller.style, { blockSize: "9rem", overflow: "auto", scrollPaddingBlockEnd: "6rem" });
  await next();
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  const summary = document.querySelector("section")!;
  await expect.poll(() => document.activeElement).toBe(summary);
  await expect.poll(() => Math.round(topOf(summary) - topOf(scroller))).toBe(0);
});

test.each([
  ["nl", "Bedrijfsnaam: Dit veld is verplicht", "De jaaromzet is te hoog, deze aanvraag is maatwerk."],
  ["fr", "Raison sociale\u00a0: Ce champ est obligatoire", "Le chiffre d’affaires annuel est trop élevé"],
] as const)(
  "the summary joins name and message as %s writes it, and names no field twice",
  async (language, line, full) => {
    const { next } = await openForm({
      schema,
      ui,
      language,
      data: { kvk: "12345678", revenue: 2_000_000 },
      texts: {
        "step.name.label": language === "nl" ? "Bedrijfsnaam" : "Raison sociale",
        "step.revenue.label": "Omzet",
      },
    });
    await next();
    const lines = [...document.querySelectorAll("section a")].map((link) => link.textContent ?? "");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe(line);
    expect(lines[1]?.startsWith(full)).toBe(true);
  },
);

test("a field that asks has no colon behind its question mark", async () => {
  const texts = { "step.name.label": "Comment s’appelle l’entreprise\u00a0?" };
  const { next } = await openForm({ schema, ui, language: "fr", data: { kvk: "12345678", revenue: 1 }, texts });
  await next();
  const line = document.querySelector("section a")?.textContent;
  expect(line).toBe("Comment s’appelle l’entreprise\u00a0? Ce champ est obligatoire");
});

test("an error that moves the page does not swallow the click that caused it", async () => {
  let clicks = 0;
  const button = (
    <button
      type="button"
      onClick={() => {
        clicks += 1;
      }}
    >
      Knop onder de velden
    </button>
  );
  await openForm({ schema, ui, children: button });
  await userEvent.type(byId("step_kvk"), "12");
  const target = [...document.querySelectorAll("button")].find((each) => each.textContent === "Knop onder de velden")!;
  const before = target.getBoundingClientRect().top;
  await userEvent.click(target);
  await expect.poll(() => clicks).toBe(1);
  await expect.poll(() => findError("step_kvk")).toBeDefined();
  await expect.poll(() => target.getBoundingClientRect().top).toBeGreaterThan(before);
});

test("what the server refused shows until that field changes", async () => {
  const { session } = await openForm({ schema, ui, data: { kvk: "12345678", name: "Jans" } });
  session.setServerErrors([{ pointer: "/name", keyword: "server", params: {}, message: "Deze naam bestaat al" }]);
  await expect.poll(() => findError("step_name")).toBe("Deze naam bestaat al");
  await userEvent.fill(byId("step_name"), "Jansen");
  await userEvent.tab();
  await expect.poll(() => findError("step_name")).toBeUndefined();
});

test.each([
  ["nl", /^Bij dit antwoord hoort geen premie\. Kies een ander antwoord, of neem contact met ons op\.$/],
  ["fr", /Aucune prime ne correspond à cette réponse\. Donnez une autre réponse ou contactez-nous\.$/],
] as const)("an answer without a price says so at its field, with the way out (%s)", async (language, words) => {
  const { session } = await openForm({ schema, ui, language, data: { kvk: "12345678", name: "Jans" } });
  session.setServerErrors([{ pointer: "/name", keyword: "unpriced", params: {} }]);
  await expect.poll(() => findError("step_name")).toMatch(words);
});

test("an unknown control shows a message in place and leaves the rest alone", async () => {
  await openForm({ schema, ui: { ...ui, name: { "ui:widget": "hologram" } } });
  expect(byId("step_name").textContent).toContain("Invoertype niet gevonden");
  expect(byId("step_kvk")).toBeTruthy();
});

test("an unfilled list is no mistake yet, and a press that clears an error lands", async () => {
  const list = {
    type: "object",
    properties: {
      items: { type: "array", minItems: 1, items: { type: "string" } },
      name: { type: "string", minLength: 5 },
    },
    required: ["items", "name"],
  };
  const { session } = await openForm({ schema: list, ui: { items: { "ui:widget": "hidden" } }, data: { name: "abc" } });
  expect(session.data()).toEqual({ name: "abc" });
  session.replace({ name: "abcd" });
  await expect.poll(() => findError("step_name")).toBeDefined();
  let clicks = 0;
  byId("step_name").addEventListener("click", () => {
    clicks += 1;
  });
  await userEvent.click(byId("step_name"));
  await expect.poll(() => clicks).toBe(1);
  await expect.poll(() => findError("step_name")).toBeUndefined();
});

test("a value below the bound, and a length that has to be exact, have a sentence of their own", async () => {
  const rules = {
    type: "object",
    properties: {
      salary: { type: "integer", exclusiveMinimum: 0 },
      code: { type: "string", minLength: 6, maxLength: 6 },
    },
  };
  const { session, next } = await openForm({ schema: rules, data: { salary: 0, code: "123" } });
  await next();
  await expect
    .poll(() => [findError("step_salary"), findError("step_code")])
    .toEqual(["0 is niet toegestaan", "Moet uit 6 tekens bestaan"]);
  session.replace({ salary: -5, code: "1234567" });
  await expect.poll(() => findError("step_salary")).toBe("Vul een getal in dat hoger is dan 0");
  await expect.poll(() => findError("step_code")).toBe("Moet uit 6 tekens bestaan");
});

test("a section far below is drawn when the focus comes near: by the keyboard, and by the link of its error", async () => {
  const names = Array.from({ length: 60 }, (_, index) => `text_${index}`);
  const sections = Array.from({ length: 6 }, (_, index) => ({
    title: `Deel ${index}`,
    fields: names.slice(index * 10, index * 10 + 10),
  }));
  const { container, next } = await openForm({
    schema: {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, { type: "string", minLength: 1 }])),
      required: names,
    },
    ui: { "ui:options": { sections } },
  });
  const last = byId("step_text_59");
  const isDrawn = () => last.checkVisibility({ contentVisibilityAuto: true });
  await expect.poll(isDrawn).toBe(false);
  byId("step_text_39").focus();
  await userEvent.tab();
  await expect.poll(() => document.activeElement).toBe(byId("step_text_40"));
  await next();
  const link = container.querySelector<HTMLElement>("a[href='#step_text_59']")!;
  link.click();
  await expect.poll(() => document.activeElement).toBe(last);
  const isInSight = () => last.getBoundingClientRect().top >= 0 && last.getBoundingClientRect().bottom <= innerHeight;
  await expect.poll(() => isInSight()).toBe(true);
  await expect.poll(() => isDrawn() && isInSight()).toBe(true);
  expect(getComputedStyle(last.closest("fieldset")!).contentVisibility).toBe("visible");
});
