// The list of owners of the recipes, with what a broker does with it.
import type { ContentCopy } from "../../content/support/content.ts";
import type { Broker } from "./broker.ts";
import { beginRecipes, type RecipeForm, STEP } from "./recipes.ts";
import { expect } from "./stories.ts";

export const OWNERS = [
  { name: "Anna de Vries", birth_date: "1-2-1980", share: "62,5" },
  { name: "Bo Jansen", birth_date: "3-4-1985", share: "10" },
];

/** What a broker does with the list, by the words on its buttons. */
class Owners {
  readonly form: RecipeForm;
  /** The words of the button that adds one. */
  private readonly adding: string;
  private readonly broker: Broker;

  constructor(broker: Broker, form: RecipeForm, label: (key: string) => string) {
    this.broker = broker;
    this.form = form;
    this.adding = label("add");
  }

  /** `item`: the title of a record. */
  press(key: string, item: string): Promise<void> {
    return this.broker.button(`common.record.${key}`, { item }).click();
  }

  async add(owner: (typeof OWNERS)[number], number: number): Promise<void> {
    await this.broker.page.getByRole("button", { name: this.adding, exact: true }).click();
    await expect(this.form.answer(`owners.${number}.name`), "the new record has the focus").toBeFocused();
    for (const [member, typed] of Object.entries(owner))
      await this.form.typeAnswer(`owners.${number}.${member}`, typed);
  }

  /** In their fields, or in the lines of those that are folded. */
  names(): Promise<string[]> {
    return this.broker.page.locator(`[id="step-${STEP}"] ol > li`).evaluateAll((cards) =>
      cards.flatMap((card) => {
        const input = card.querySelector<HTMLInputElement>('input[id*="_owners_"][id$="_name"]');
        const line = card.querySelector('p[id*="_owners_"][id$="__legend"]')?.textContent;
        return input?.value ?? line?.split(": ").at(-1)?.split(",")[0] ?? [];
      }),
    );
  }
}

/** Opens a new request, fills in the step and adds both owners. */
export async function addOwners(broker: Broker, content: ContentCopy) {
  const { journey, form, label } = await beginRecipes(broker, content);
  const ofOwner = (key: string) => label(`owners.${key}`);
  const owners = new Owners(broker, form, ofOwner);
  for (const question of ["refused", "cancelled"])
    await form.typeAnswer(`past.${question}.answer`, `☑ ${broker.say("common.answer.no")}`);
  for (const [index, owner] of OWNERS.entries()) await owners.add(owner, index + 1);
  /** In the summary of errors. */
  const findShareLink = (title: string) =>
    broker.summary.getByRole("link", { name: new RegExp(`${title} – ${ofOwner("share.label")}`) });
  return { journey, form, owners, label: ofOwner, findShareLink };
}
