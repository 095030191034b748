// What a journey needs to be gone through by itself and among the others: where it begins, an end that its flow has, steps in the
// order of the product, and a relation or quotation of its own, since each leaves a request behind.
import { isListed } from "#underwriting/backgroundCheck.ts";
import type { PreparedProduct } from "../../check/prepare.ts";
import { readManifest } from "../../read/catalogue.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import { certainly, type Finding } from "../../read/findings/finding.ts";
import { type Report, reporter } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";
import type { Journey } from "../steps/fixtures.ts";
import type { Portfolio } from "./portfolio.ts";
import { FROM_QUOTATION } from "./shared.ts";

export class JourneyForms {
  /** The journey that was read first, by product and name. */
  readonly #names = new Map<string, string>();
  /** The journey that was read first, by what it begins from. */
  readonly #users = new Map<string, string>();
  /** Relations that a finding names already. */
  readonly #suggested = new Set<unknown>();
  readonly #all: readonly JsonFile[];
  readonly #portfolio: Portfolio;

  constructor(all: readonly JsonFile[], portfolio: Portfolio) {
    this.#all = all;
    this.#portfolio = portfolio;
  }

  check(file: JsonFile, prepared: PreparedProduct): Finding[] {
    const findings: Finding[] = [];
    const report = reporter(file.file, findings);
    const journey = file.content as unknown as Journey;
    this.#checkName(file.file, journey, report);
    checkBeginning(journey, report);
    if (isStored(journey, this.#portfolio)) this.#checkOwn(file.file, journey, report);
    checkEnd(journey, prepared, report);
    checkOrder(journey, prepared, report);
    return findings.map((finding) => ({ ...finding, product: journey.product }));
  }

  #checkName(file: string, { product, flow, name }: Journey, report: Report): void {
    const key = `${product} ${flow} ${name}`;
    const other = this.#names.get(key);
    if (other) report("/name", t`${other} has the same name`, t`say what differs`);
    else this.#names.set(key, file);
  }

  #checkOwn(file: string, { product, relation, quotation }: Journey, report: Report): void {
    const [fieldName, number] = quotation === undefined ? ["relation", relation] : ["quotation", quotation];
    if (number === undefined) return;
    const key = `${fieldName} ${number} ${fieldName === "relation" ? product : ""}`;
    const other = this.#users.get(key);
    if (!other) this.#users.set(key, file);
    else {
      const free = fieldName === "relation" ? this.#findFree(product, number) : undefined;
      const hint = t`name a ${fieldName} that no other journey uses${free === undefined ? "" : t`, such as ${free}`}`;
      report(`/${fieldName}`, t`${other} begins from ${fieldName} ${number} too`, hint);
    }
  }

  /** A relation of the same office that no journey of the product begins from, and that passes the background check. */
  #findFree(product: string, like: number): unknown {
    const { relations, watched } = this.#portfolio;
    const journeys = this.#all.map(({ content }) => content as unknown as Journey);
    const taken = journeys.filter((journey) => journey.product === product).map(({ relation }) => relation);
    const office = relations.find((candidate) => candidate.relation_number === like)?.intermediary_number;
    const free = relations.filter((candidate) => {
      const subject = this.#portfolio.companyOf(Number(candidate.relation_number));
      return candidate.intermediary_number === office && subject && !isListed(watched, subject);
    });
    const number = free
      .map((candidate) => candidate.relation_number)
      .find((candidate) => !taken.includes(Number(candidate)) && !this.#suggested.has(candidate));
    this.#suggested.add(number);
    return number;
  }
}

const isStored = ({ relation, quotation }: Journey, portfolio: Portfolio): boolean =>
  quotation === undefined ? portfolio.companyOf(relation) !== undefined : portfolio.answersOf(quotation) !== undefined;

function checkBeginning({ flow, quotation, relation, temporary }: Journey, report: Report): void {
  if (temporary && flow !== "newTempRequest")
    report("/temporary", t`${flow} is for a company that is a relation`, t`remove it, or write "newTempRequest"`);
  if (FROM_QUOTATION.includes(flow)) {
    if (quotation === undefined)
      report(
        "/flow",
        t`${flow} begins from a quotation, and the journey names none`,
        t`add "quotation" with its number`,
      );
    return;
  }
  if (quotation !== undefined)
    report(
      "/quotation",
      t`${flow} begins from no quotation`,
      t`remove it, or choose from: ${FROM_QUOTATION.join(", ")}`,
    );
  if (flow === "newTempRequest") {
    if (!temporary || relation !== undefined) {
      const hint = t`write "temporary": true and no "relation"`;
      report("/flow", t`${flow} is for a company that is not a relation yet`, hint);
    }
  } else if (relation === undefined)
    report("/flow", t`${flow} begins from a relation, and the journey names none`, t`add "relation" with its number`);
}

/** The back end refuses what the flow hides. */
function checkEnd({ flow, submit: { action }, expect }: Journey, { product }: PreparedProduct, report: Report): void {
  const hidden: readonly string[] = new Map(Object.entries(readManifest(product).flows)).get(flow)?.hide ?? [];
  if (expect.outcome === "declined" || !hidden.includes(action)) return;
  const hint = t`send it otherwise, or take it out of "hide" of the flow in product.json`;
  report("/submit/action", t`${flow} hides "${action}", so the request cannot be sent`, hint);
}

function checkOrder({ steps }: Journey, { product }: PreparedProduct, report: Report): void {
  const order = readManifest(product).steps.map(({ key }) => key);
  let last = -1;
  for (const [index, { step }] of steps.entries()) {
    const position = order.indexOf(step);
    if (position < 0) continue;
    if (position <= last) {
      const sentence = position === last ? t`${step} is saved twice` : t`${step} comes before ${order[last]}`;
      const hint = t`the order of the product is ${order.join(", ")}; each step once`;
      report(`/steps/${index}`, sentence, certainly(hint, { kind: "sort", by: "step", order }));
      return;
    }
    last = position;
  }
}
