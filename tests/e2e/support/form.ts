// Fills any form as a broker would, from answers as JSON: the control of a field is read from its ui-schema, its
// position from its DOM id. It knows no product. A field that the portal made read-only is left as it is.

import { expect, type Locator, type Page } from "@playwright/test";
import { CONFIRMED } from "#engine/expressions/warnings.ts";
import { readAnswer } from "#engine/fields/questions.ts";
import { ANSWER } from "#engine/schema/members.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { findLayout, findProduct, readJson, sampleFile } from "../../journeys/support/journey.ts";
import { beginning, type Language, productWords, type Words } from "./words.ts";

type Ui = Record<string, { "ui:widget"?: string; "ui:field"?: string; "ui:options"?: Record<string, unknown> }>;
interface Choice {
  value: string;
  label: Record<Language, string>;
}

const REGISTER_SAYS = [
  "wizard.notice.prefilled",
  "wizard.prefill.register_unknown",
  "wizard.prefill.register_unavailable",
  "wizard.prefill.register_limited",
  "wizard.prefill.replaced",
];

const recordIndex = (choice: unknown): number | undefined => {
  const [, number] = /^r(\d+)$/.exec(String(choice)) ?? [];
  return number === undefined ? undefined : Number(number) - 1;
};

/** The id of a record in the name of a control, and what it is in up to that of the innermost record. */
const RECORD = /_r[a-z0-9]{7}_/g;
const AROUND = /^(.+_r[a-z0-9]{7})_/;

export class Form {
  protected readonly page: Page;
  private readonly product: string;
  protected readonly language: Language;
  protected readonly words: Words;

  constructor(page: Page, product: string, language: Language) {
    this.page = page;
    this.product = product;
    this.language = language;
    this.words = productWords(product, language);
  }

  field(step: string, ...path: (string | number)[]): Locator {
    return this.page.locator(`[id="${[step, ...path].join("_")}"]`);
  }

  async fill(step: string, answers: JsonObject): Promise<void> {
    const ui = findLayout(this.product, step) as Ui;
    const order = ui["ui:order"] as unknown as string[] | undefined;
    const place = (name: string) => (order?.includes(name) ? order.indexOf(name) : 99);
    const fields = Object.entries(answers).sort(([left], [right]) => place(left) - place(right));
    for (const [name, value] of fields) {
      if (name === CONFIRMED) await this.confirm(step, Object.keys(value as JsonObject));
      else await this.fillField(step, name, value, ui[name] ?? {});
    }
  }

  /** Ticks the warnings of these rules. A warning is shown once its field is left. */
  private async confirm(step: string, rules: string[]): Promise<void> {
    for (const rule of rules) await this.tick(this.field(step, CONFIRMED, rule), true);
  }

  /** `name`: of the control, without its step; in a group or record with all that it is in: `split_retail`. */
  async fillField(step: string, name: string, value: unknown, ui: Ui[string]): Promise<void> {
    const kind = ui["ui:field"] ?? ui["ui:widget"] ?? "text";
    const field = this.field(step, name);
    switch (kind) {
      case "computed":
        return;
      case "dropzone":
        return this.addFiles(
          field,
          (value as string[]).map((id) => `${id}.pdf`),
        );
      case "group":
        return this.fillMembers(step, name, value as JsonObject, ui);
      case "list":
        for (const [index, record] of (value as JsonObject[]).entries())
          await this.fillMembers(step, await this.findRecord(step, name, index), record, ui);
        return;
      case "table":
        for (const [row, cells] of Object.entries(value as JsonObject))
          await this.fillMembers(step, `${name}_${row}`, cells as JsonObject, ui);
        return;
      case "checkboxes":
        for (const choice of value as string[]) await this.tick(this.findChoice(step, name, choice), true);
        return;
      case "radio":
      case "yes-no":
        return this.choose(`${step}_${name}`, value);
      case "cards":
        return this.choose(`${step}_${name}`, value);
      case "select":
        return this.select(field, (await this.findRecordTitle(field, value)) ?? this.findLabel(name, value, ui));
      case "switch":
      case "checkbox":
      case "agreement":
        return this.tick(field, value === true);
      case "coverages":
        for (const [key, ticked] of Object.entries(value as JsonObject)) {
          await this.tick(this.field(step, name, key), ticked === true);
        }
        return;
      case "questions":
        return this.answerQuestions(step, name, value as JsonObject, ui);
      case "profession-pair":
        return this.addProfessions(`${step}_${name}`, value as [string, string][]);
      case "kvk":
        // The register is asked about the company of the request alone.
        return AROUND.test(name) ? this.type(field, String(value)) : this.typeAndAskRegister(field, String(value));
      case "date":
        return this.type(field, this.day(String(value)));
      default:
        return this.type(field, String(value));
    }
  }

  /** With what explains an answer. */
  private async answerQuestions(step: string, name: string, answers: JsonObject, ui: Ui[string]): Promise<void> {
    for (const [id, given] of Object.entries(answers)) {
      const { [ANSWER]: _answer, ...explanation } = isObject(given) ? given : {};
      const control = [step, name, id, ...(isObject(given) ? [ANSWER] : [])].join("_");
      await this.choose(control, readAnswer(given));
      await this.fillMembers(step, `${name}_${id}`, explanation, ui);
    }
  }

  private async fillMembers(step: string, name: string, members: JsonObject, ui: Ui[string]): Promise<void> {
    const layouts = ui as unknown as Ui;
    for (const [member, value] of Object.entries(members))
      await this.fillField(step, `${name}_${member}`, value, layouts[member] ?? {});
  }

  /** The name of a record, which is added first where it is not there yet. */
  private async findRecord(step: string, list: string, index: number): Promise<string> {
    const start = `${step}_${list}_`;
    const parts = this.page.locator(`[id^="${start}"]`);
    const findIds = async () => {
      const ends = await parts.evaluateAll((nodes, length) => nodes.map(({ id }) => id.slice(length)), start.length);
      return ends.filter((end) => /^r(?:[a-z0-9]{7}|\d+x*)$/.test(end));
    };
    const [, around] = AROUND.exec(list) ?? [];
    const scope = around === undefined ? this.page : this.field(step, around);
    const name = this.words(`wizard.field.${list.replace(RECORD, ".")}.add`);
    if ((await findIds()).length <= index) await scope.getByRole("button", { name, exact: true }).click();
    await expect.poll(async () => (await findIds()).length).toBeGreaterThan(index);
    const recordId = (await findIds())[index];
    const change = this.page.locator(`[id="${start}${recordId}__change"]`);
    if ((await change.count()) > 0) await change.click();
    return `${list}_${recordId}`;
  }

  /** A choice among the records of another list: "r2" is written for its second record, which has another id on the screen. */
  private findChoice(step: string, name: string, choice: string): Locator {
    const index = recordIndex(choice);
    if (index === undefined) return this.field(step, name, choice);
    return this.page.locator(`input[type="checkbox"][id^="${step}_${name}_"]`).nth(index);
  }

  private async findRecordTitle(field: Locator, choice: unknown): Promise<string | null | undefined> {
    const index = recordIndex(choice);
    return index === undefined ? undefined : field.locator('option:not([value=""])').nth(index).textContent();
  }

  async type(field: Locator, text: string): Promise<void> {
    if (!(await field.isEditable())) return;
    await field.fill(text);
    await field.blur();
  }

  /**
   * The register answers a new number and may lock fields, so the following fields are filled when the screen shows its
   * answer. The absence of a busy state proves nothing: the question may not be rendered yet.
   */
  private async typeAndAskRegister(field: Locator, kvk: string): Promise<void> {
    if (!(await field.isEditable()) || (await field.inputValue()) === kvk) return;
    const asked = (body: string | null) => body?.includes(kvk) ?? false;
    const answer = this.page.waitForResponse(
      (response) => response.url().includes("/steps/forms") && asked(response.request().postData()),
      // By keyboard the way to the field is part of the wait.
      { timeout: 0 },
    );
    await this.type(field, kvk);
    await answer;
    const said = REGISTER_SAYS.map((key) => this.page.getByText(beginning(key, this.language)));
    await expect(said.reduce((one, other) => one.or(other)).first()).toBeVisible();
  }

  async upload(step: string, files: { name: string }[]): Promise<void> {
    await this.addFiles(
      this.field(step, "file"),
      files.map(({ name }) => name),
    );
  }

  /** Adds sample files to a field, of the kinds that their names end with, and waits until they have arrived. */
  async addFiles(field: Locator, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const { bytes, mime } = sampleFile(name.split(".").at(-1) ?? "");
      await field.locator('input[type="file"]').setInputFiles({ name, mimeType: mime, buffer: bytes });
      await expect(field.getByText(name).first()).toBeVisible(); // a refused one is named in its message too
    }
    await expect(field.locator("progress")).toHaveCount(0);
  }

  /** A calendar day as a broker types it. */
  day(iso: string): string {
    const [year, month, day] = iso.split("-");
    return this.language === "fr" ? `${day}/${month}/${year}` : `${day}-${month}-${year}`;
  }

  /**
   * The value of every control of a step, and the contents of its lists (professions, files), to compare before and
   * after.
   */
  async values(step: string): Promise<Record<string, string>> {
    const controls = this.page.locator(`[id^="${step}_"], [name^="${step}_"]`).evaluateAll((nodes) =>
      nodes.flatMap((node): [string, string][] => {
        if (node instanceof HTMLInputElement && node.type === "file") return [];
        if (node instanceof HTMLInputElement && /checkbox|radio/.test(node.type)) {
          return [[`${node.id || `${node.name}=${node.value}`}`, String(node.checked)]];
        }
        const holds = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement;
        return holds || node instanceof HTMLSelectElement ? [[node.id || node.name, node.value]] : [];
      }),
    );
    const lists = this.page.locator(`[id="step-${step}"]  ul[aria-label] li`).allInnerTexts();
    return Object.fromEntries([...(await controls), ["lists", (await lists).join(", ")]]);
  }

  protected async choose(name: string, value: unknown): Promise<void> {
    const option = this.page.locator(`input[type="radio"][name="${name}"][value="${value}"]`);
    if (await option.isEnabled()) await option.check();
  }

  protected async tick(field: Locator, ticked: boolean): Promise<void> {
    await expect(field).toBeVisible();
    if ((await field.getAttribute("aria-disabled")) !== "true") await field.setChecked(ticked);
  }

  protected async select(field: Locator, label: string): Promise<void> {
    if (!(await field.isEnabled())) return;
    // A long list is searched by typing.
    if ((await field.getAttribute("role")) !== "combobox") return void (await field.selectOption({ label }));
    await field.fill(label);
    await field.press("Enter");
  }

  protected async addProfessions(id: string, pairs: [string, string][]): Promise<void> {
    for (const [, profession] of pairs) {
      const input = this.page.locator(`[id="${id}__profession"]`);
      await input.fill(this.professionLabel(profession));
      await input.press("Enter");
      await this.page.getByRole("button", { name: this.words("wizard.field.profession.add"), exact: true }).click();
    }
  }

  protected professionLabel(value: string): string {
    const { professions } = readJson<{ professions: Choice[] }>("schemas/products", this.product, "professions.json");
    return professions.find((choice) => choice.value === value)?.label[this.language] ?? value;
  }

  private findLabel(name: string, value: unknown, ui: Ui[string]): string {
    const prefix = ui["ui:options"]?.optionTexts;
    if (typeof prefix === "string") return this.words(`${prefix}.${value}`);
    const { professions, choices = {} } = findProduct(this.product);
    const listed = [professions?.content.sectors ?? [], ...Object.values(choices)].flat() as unknown as Choice[];
    const found = listed.find((choice) => choice.value === value);
    return found?.label[this.language] ?? this.words(`wizard.field.${name.replace(RECORD, ".")}.option.${value}`);
  }
}
