// Sector and profession: the offered list, adding, the maximum, removing, changing sector, and the keys of the combobox.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { byId, findError, openForm, professionPairs, wait } from "./support.tsx";

const sectors = [
  { value: "180", label: "Administratie en financiën" },
  { value: "190", label: "Techniek" },
];
const professions = ["Administrateur", "Boekhouder", "Belastingadviseur", "Salarisadministrateur"].map((label, at) => ({
  value: `p${at}`,
  label,
  sector_id: "180",
  clarification: at === 0 ? "Voert de administratie van andere bedrijven." : "",
}));
const lists = { sectors, professions: [...professions, { value: "t1", label: "Architect", sector_id: "190" }] };
const schema = {
  type: "object",
  properties: {
    sector: { type: "string", enumFrom: "sectors" },
    professions: { ...professionPairs, minItems: 1, maxItems: 3 },
  },
  required: ["sector", "professions"],
};
const ui = {
  sector: { "ui:widget": "select", "ui:options": { clears: ["professions"] } },
  professions: { "ui:field": "profession-pair", "ui:options": { sector: "sector" } },
};

async function opened(data: object = {}, language: "nl" | "fr" = "nl") {
  const form = await openForm({ schema, ui, lists, data: data as never, language });
  await expect.poll(() => document.querySelector("#step_professions :is(input, ul)")).not.toBeNull();
  return form;
}
const combo = () => byId("step_professions__profession");
const add = () =>
  [...document.querySelectorAll("button")].find((button) => button.textContent === "Nog een beroep toevoegen")!;
const options = () =>
  [...document.querySelectorAll("[role=option]")].map((option) => option.firstElementChild!.firstChild!.textContent);
const chips = () => [...document.querySelectorAll("ul[aria-label] > li")].map((chip) => chip.firstChild!.textContent);

test("without a sector the list asks to add one first, and add asks for both", async () => {
  const { session } = await opened();
  await userEvent.click(combo());
  await expect.poll(() => document.querySelector("[role=listbox]")!.textContent).toBe("Voeg eerst een sector toe");
  await userEvent.click(add());
  await expect
    .poll(() => document.getElementById("step_professions__profession__error")!.textContent)
    .toBe("Kies een sector en een beroep");
  await expect.poll(() => document.activeElement).toBe(combo());
  expect(session.data().professions).toBeUndefined();
});

test("help and error of the professions are above their own box, as with every field", async () => {
  const layout = { ...ui, professions: { ...ui.professions, "ui:help": "Kies wat uw klant doet." } };
  const form = await openForm({ schema, ui: layout, lists, data: { sector: "180" } });
  await expect.poll(() => document.querySelector("#step_professions input")).not.toBeNull();
  await form.next();
  const parts = () => [...(document.getElementById(`${combo().id}__label`)?.parentElement?.children ?? [])];
  await expect
    .poll(() =>
      parts()
        .slice(0, 3)
        .map(({ id }) => id),
    )
    .toEqual(["step_professions__profession__label", "step_professions__help", "step_professions__error"]);
  expect(parts().findIndex((part) => part.contains(combo()))).toBeGreaterThan(2);
});

test("typing narrows, keys choose, adding takes the profession out of the list", async () => {
  const { session } = await opened({ sector: "180" });
  await userEvent.click(combo());
  await expect.poll(options).toHaveLength(4);
  await userEvent.type(combo(), "adm");
  await expect.poll(options).toEqual(["Administrateur", "Salarisadministrateur"]);
  await expect
    .poll(() => document.getElementById(combo().getAttribute("aria-activedescendant")!)!.textContent)
    .toContain("Administrateur");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.poll(() => combo().value).toBe("Salarisadministrateur");
  await expect.poll(() => combo().getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(add());
  expect(session.data().professions).toEqual([["180", "p3"]]);
  await expect.poll(chips).toEqual(["Salarisadministrateur"]);
  await expect.poll(() => combo().value).toBe("");
  await expect.poll(() => document.activeElement).toBe(combo());
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(options).not.toContain("Salarisadministrateur");
});

test("Enter on an open list chooses and does not submit; Escape closes, then empties", async () => {
  const { counts } = await opened({ sector: "180" });
  await userEvent.type(combo(), "boek{Enter}");
  await expect.poll(() => combo().value).toBe("Boekhouder");
  expect(counts.submits).toBe(0);
  await userEvent.keyboard("{ArrowDown}{Escape}");
  await expect.poll(() => combo().value).toBe("Boekhouder");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => combo().value).toBe("");
});

test("Enter on a chosen profession adds it and stays for the next one; on an empty box it is Next", async () => {
  const { session, counts } = await opened({ sector: "180" });
  for (const typed of ["boek", "bela", "sala"]) await userEvent.type(combo(), `${typed}{Enter}{Enter}`);
  expect(session.data().professions).toEqual([
    ["180", "p1"],
    ["180", "p2"],
    ["180", "p3"],
  ]);
  expect(counts.submits).toBe(0);
});

test("the last one added takes the box away: the focus goes to the reason, where Enter removes nothing", async () => {
  await opened({
    sector: "180",
    professions: [
      ["180", "p0"],
      ["180", "p1"],
    ],
  });
  await userEvent.type(combo(), "bela{Enter}{Enter}");
  await expect.poll(chips).toHaveLength(3);
  await expect.poll(() => document.activeElement!.textContent).toBe("U kunt maximaal 3 beroepen kiezen");
  await userEvent.keyboard("{Enter}");
  await wait(20);
  expect(chips()).toHaveLength(3);
});

test("Tab leaves without choosing; the marked option is only an offer", async () => {
  const { session } = await opened({ sector: "180" });
  await userEvent.type(combo(), "boe");
  await expect.poll(() => combo().getAttribute("aria-activedescendant")).not.toBeNull();
  await userEvent.tab();
  await expect.poll(() => combo().value).toBe("boe");
  await expect.poll(() => combo().getAttribute("aria-expanded")).toBe("false");
  await expect.poll(() => document.activeElement!.textContent).toBe("Nog een beroep toevoegen");
  await userEvent.click(add());
  expect(session.data().professions).toBeUndefined();
});

test("a profession that is chosen and not added yet goes along with Next, and is kept meanwhile", async () => {
  const { session, next } = await opened({ sector: "180", professions: [["180", "p3"]] });
  await userEvent.type(combo(), "boek{Enter}");
  expect(session.data().professions).toEqual([["180", "p3"]]);
  expect(session.pending().professions).toEqual([
    ["180", "p3"],
    ["180", "p1"],
  ]);
  await next();
  expect(session.data().professions).toEqual([
    ["180", "p3"],
    ["180", "p1"],
  ]);
  await expect.poll(chips).toEqual(["Salarisadministrateur", "Boekhouder"]);
  await expect.poll(() => combo().value).toBe("");
  session.flush();
  expect(session.data().professions).toHaveLength(2);
});

test("the text in the box is there again after its step was closed, and a chosen profession is added", async () => {
  const { session, again } = await opened({ sector: "180" });
  await userEvent.type(combo(), "boek");
  await again({ closed: true });
  await again({ closed: false });
  await expect.element(combo()).toHaveValue("boek");
  await userEvent.click(combo());
  await userEvent.keyboard("h");
  await userEvent.keyboard("{Enter}");
  expect(session.pending().professions).toEqual([["180", "p1"]]);
  await again({ closed: true });
  await expect.poll(() => session.data().professions).toEqual([["180", "p1"]]);
  await again({ closed: false });
  await expect.element(combo()).toHaveValue("");
});

test("a text that is no profession is kept until it is one, is added or taken away, and stops nothing at three", async () => {
  const { session } = await opened({ sector: "180" });
  const readTexts = () => Object.values(session.texts());
  await userEvent.type(combo(), "boek");
  expect(readTexts()).toEqual(["boek"]);
  await userEvent.keyboard("{Enter}");
  expect(readTexts(), "it is one: the profession is kept").toEqual([]);
  await userEvent.type(combo(), "x");
  expect(readTexts()).toEqual(["Boekhouderx"]);
  await userEvent.keyboard("{Escape}{Escape}");
  expect(readTexts()).toEqual([]);
  await userEvent.type(combo(), "boekhouder");
  expect([session.pending().professions, readTexts()]).toEqual([[["180", "p1"]], []]);
  session.keepText("step_professions", "Prompt engineer");
  session.replace({
    sector: "180",
    professions: [
      ["180", "p0"],
      ["180", "p1"],
      ["180", "p2"],
    ],
  });
  await expect.poll(() => document.getElementById("step_professions__profession")).toBeNull();
  expect(session.attempt()).toEqual([]);
});

test("a name typed in full is chosen, in any case and without its accents", async () => {
  const { session, counts } = await opened({ sector: "180" });
  await userEvent.type(combo(), "boekhouder");
  await expect.poll(() => combo().getAttribute("aria-expanded")).toBe("true");
  await userEvent.keyboard("{Enter}");
  expect(counts.submits).toBe(0);
  await expect.poll(() => [combo().value, combo().getAttribute("aria-expanded")]).toEqual(["Boekhouder", "false"]);
  await userEvent.click(add());
  await userEvent.fill(combo(), "Belastingadviseur");
  await userEvent.tab();
  await userEvent.click(add());
  expect(session.data().professions).toEqual([
    ["180", "p1"],
    ["180", "p2"],
  ]);
  await expect.poll(() => [combo().value, combo().getAttribute("aria-expanded")]).toEqual(["", "false"]);
});

test("the list is as wide as its field, over the page, with a second line that clarifies", async () => {
  await opened({ sector: "180" });
  await userEvent.click(combo());
  await expect.poll(options).toHaveLength(4);
  const list = document.querySelector("[role=listbox]")!.parentElement!;
  await expect.poll(() => Math.round(list.getBoundingClientRect().width)).toBe(Math.round(combo().offsetWidth));
  await expect.poll(() => list.getBoundingClientRect().top).toBeGreaterThan(combo().getBoundingClientRect().bottom - 1);
  await expect.poll(() => list.querySelector("[role=option] small")!.textContent).toContain("administratie van andere");
});

test("an option is chosen with the mouse without losing the focus", async () => {
  await opened({ sector: "180" });
  await userEvent.click(combo());
  await expect.poll(options).toHaveLength(4);
  await userEvent.click(document.querySelectorAll("[role=option]")[1]!);
  await expect.poll(() => combo().value).toBe("Boekhouder");
  await expect.poll(() => document.activeElement).toBe(combo());
});

test("at three the row makes place for the reason; removing brings the focus to the next chip, then to the field", async () => {
  const { session } = await opened({
    sector: "180",
    professions: [
      ["180", "p0"],
      ["180", "p1"],
      ["180", "p2"],
    ],
  });
  expect(document.getElementById("step_professions__profession")).toBeNull();
  expect(byId("step_professions").textContent).toContain("U kunt maximaal 3 beroepen kiezen");
  const remove = () => document.querySelectorAll<HTMLButtonElement>("ul[aria-label] > li button");
  expect(remove()[0]!.getAttribute("aria-label")).toBe("Administrateur verwijderen");
  await userEvent.click(remove()[0]!);
  await expect.poll(() => document.activeElement).toBe(remove()[0]);
  await expect.poll(chips).toEqual(["Boekhouder", "Belastingadviseur"]);
  await userEvent.click(remove()[1]!);
  await expect.poll(chips).toEqual(["Boekhouder"]);
  await userEvent.click(remove()[0]!);
  await expect.poll(() => document.activeElement).toBe(combo());
  expect(session.data().professions).toBeUndefined();
  expect(session.data().sector).toBe("180");
});

test("another sector empties the chosen professions and offers its own", async () => {
  const { session } = await opened({ sector: "180", professions: [["180", "p0"]] });
  await userEvent.selectOptions(byId<HTMLSelectElement>("step_sector"), "Techniek");
  expect(session.data()).toEqual({ sector: "190" });
  await userEvent.click(combo());
  await expect.poll(options).toEqual(["Architect"]);
});

test("a new list keeps what is typed and where the focus is", async () => {
  const { again } = await opened({ sector: "180" });
  await userEvent.type(combo(), "boe");
  await again({
    lists: {
      ...lists,
      professions: [...lists.professions, { value: "p9", label: "Boedelbeschrijver", sector_id: "180" }],
    },
  });
  await expect.poll(() => combo().value).toBe("boe");
  await expect.poll(() => document.activeElement).toBe(combo());
  await expect.poll(options).toEqual(["Boekhouder", "Boedelbeschrijver"]);
});

test("nothing chosen is an error of the group after Next", async () => {
  const { next } = await opened({ sector: "180" });
  await next();
  await expect.poll(() => findError("step_professions")).toBe("Dit veld is verplicht");
  await expect.poll(() => findError("step_sector")).toBeUndefined();
});

const UNLISTED = {
  nl: "Dit beroep staat niet in de lijst. Probeer een ander woord en kies een beroep uit de lijst. Staat het er niet bij? Neem contact op met Voorbeeld Verzekeraar via hulp@example.nl.",
  fr: "Cette profession ne figure pas dans la liste. Essayez un autre mot et choisissez une profession de la liste. Elle n’y figure pas\u00a0? Contactez Voorbeeld Verzekeraar à l’adresse hulp@example.nl.",
};
const boxError = () => document.getElementById("step_professions__profession__error")?.textContent;
test.each(["nl", "fr"] as const)(
  "a typed profession that is not in the list is named so, and stays (%s)",
  async (language) => {
    const { next, container } = await opened({ sector: "180" }, language);
    await userEvent.type(combo(), "Prompt engineer");
    await next();
    await expect.poll(() => findError("step_professions")).toBe(UNLISTED[language]);
    await expect
      .poll(() => container.querySelector("section[aria-labelledby] ul")!.textContent)
      .toContain(UNLISTED[language]);
    await expect.poll(() => combo().value).toBe("Prompt engineer");
  },
);

test.each(["nl", "fr"] as const)(
  "a typed profession that is not in the list holds Next beside one that is added, and says why (%s)",
  async (language) => {
    const { session, counts, next } = await opened({ sector: "180", professions: [["180", "p3"]] }, language);
    await userEvent.type(combo(), "Prompt engineer");
    await expect.poll(() => findError("step_professions")).toBeUndefined();
    await next();
    expect(counts.submits).toBe(0);
    expect(session.valid).toBe(false);
    await expect.poll(() => findError("step_professions")).toBe(UNLISTED[language]);
    await expect.poll(() => combo().value).toBe("Prompt engineer");
    await userEvent.clear(combo());
    await expect.poll(() => findError("step_professions")).toBeUndefined();
    expect(session.attempt()).toEqual([]);
  },
);

test.each([
  ["nl", "Kies een beroep uit de lijst."],
  ["fr", "Choisissez une profession de la liste."],
] as const)(
  "a typed text that fits a profession asks for a choice, and does not claim that there is none (%s)",
  async (language, choose) => {
    const { next } = await opened({ sector: "180" }, language);
    await next();
    await userEvent.type(combo(), "boek");
    await expect.poll(options).toEqual(["Boekhouder"]);
    await expect.poll(() => findError("step_professions")).toBe(choose);
    await userEvent.type(combo(), "binder");
    await expect.poll(() => findError("step_professions")).toBe(UNLISTED[language]);
  },
);

test("the message about a typed profession follows the box", async () => {
  const { session, next } = await opened({ sector: "180" });
  await userEvent.type(combo(), "Prompt engineer");
  await userEvent.click(add());
  await expect.poll(boxError).toBe(UNLISTED.nl);
  await expect.poll(() => combo().value).toBe("Prompt engineer");
  await next();
  await expect.poll(() => [findError("step_professions"), boxError()]).toEqual([UNLISTED.nl, undefined]);
  await userEvent.clear(combo());
  await expect.poll(() => findError("step_professions")).toBe("Dit veld is verplicht");
  await userEvent.type(combo(), "boek{Enter}");
  await userEvent.click(add());
  expect(session.data().professions).toEqual([["180", "p1"]]);
  await expect.poll(() => findError("step_professions")).toBeUndefined();
  await expect.poll(chips).toEqual(["Boekhouder"]);
  await userEvent.click(document.querySelector("ul[aria-label] > li button")!);
  await expect.poll(() => findError("step_professions")).toBe("Dit veld is verplicht");
});

test("professions that cannot be fetched have one message, with one retry, also at the sector", async () => {
  const retriedLists: string[] = [];
  const services = { retryList: (name: string) => retriedLists.push(name) };
  const { again } = await openForm({ schema, ui, lists: {}, props: { services } });
  await expect.poll(() => document.querySelector("#step_professions :is(input, ul)")).not.toBeNull();
  const notices = document.querySelectorAll("[id$=__missingList]");
  expect(notices).toHaveLength(1);
  const describedBy = () => byId("step_sector").getAttribute("aria-describedby")!.split(" ");
  expect(describedBy()).toContain(notices[0]!.id);
  await userEvent.click(notices[0]!.querySelector("button")!);
  expect(retriedLists).toEqual(["professions"]);
  await again({ lists: { professions: lists.professions } });
  await expect
    .poll(() => [...document.querySelectorAll("[id$=__missingList]")].map(({ id }) => id))
    .toEqual(["step_sector__missingList"]);
  await again({ lists });
  await expect.poll(() => document.querySelector("[id$=__missingList]")).toBeNull();
  await expect.poll(() => describedBy()).not.toContain("step_professions__missingList");
});
