// The texts of one product: each that its manifest and forms need exists, its own or shared, and gets the values it uses.
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject, StepSource } from "#engine/schema/types.ts";
import { amountTextKeys, noticeTextKeys, stepTextKeys } from "#engine/steps/stepTexts.ts";
import { textKeys } from "#engine/texts/fieldTexts.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import { error, type Finding, missing, note, removal } from "../../read/findings/finding.ts";
import { member, objects } from "../../read/findings/reporting.ts";
import { didYouMean, meantOr, nearest } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";
import { findPlainTexts } from "../../read/plainContent.ts";
import type { StepFiles } from "../../read/shared/sharedContent.ts";
import { findFields, findLimits, formFields, isNamedByItems } from "../../read/steps/stepIndex.ts";
import { findOptionKeys, findPrefix, findWrongLink } from "./fieldKeys.ts";
import { findWrongTitle } from "./recordTitles.ts";
import { adviseAdding, type CommonTexts, type TextNeed, type TextPair, type Texts, valueNames } from "./textPairs.ts";
import { ERROR_VALUES, EVERYWHERE, explainEarly, isInText, valuesKnownAt } from "./textValues.ts";

const SHARED_FORMS = "wizard.field";
const PORTAL_TEXTS = "portal.";
const OPTIONAL = ["help", "placeholder", "tooltip", "unit"];

export class ProductTexts {
  readonly findings: Finding[] = [];
  /** By the finding of a missing text, the name of which there are several. */
  readonly #named = new Map<Finding, string>();
  readonly #product: ProductFiles;
  readonly #file: string;
  readonly #pair: TextPair;
  readonly #own: Texts;
  readonly #common: CommonTexts;
  readonly #used = new Set<string>();
  readonly #asked: CommonTexts["asked"] = new Map();
  /** What an own text may be called where a shared one is shown. */
  readonly #possible = new Set<string>();
  /** Values that the manifest gives to every text. */
  readonly #given: string[];

  constructor(product: ProductFiles, pair: TextPair, common: CommonTexts) {
    this.#product = product;
    this.#pair = pair;
    this.#file = product.texts.nl?.file ?? product.manifest.file;
    this.#own = pair.texts;
    this.#common = common;
    this.#given = valuesKnownAt(readManifest(product));
  }

  #givenAt = (step: string): string[] => valuesKnownAt(readManifest(this.#product), step);

  checkManifest(): void {
    const { why, steps } = readManifest(this.#product);
    const { file } = this.#product.manifest;
    const need = (keys: string[], place: string, { name, values = this.#given }: Partial<TextNeed> = {}) =>
      this.#need(keys, { file, place, values, ...(name !== undefined && { name }) });
    for (const key of ["name", "description", "title"]) this.#need([key], { file, place: "", values: [] });
    for (const key of amountTextKeys) this.#mayHave([key], this.#given);
    for (const [index, item] of why.entries())
      for (const part of ["title", "text"]) need([`why.${item}.${part}`], `/why/${index}`, { name: `why ${item}` });
    for (const [index, { key, notices = [] }] of steps.entries()) {
      const values = this.#givenAt(key);
      need(stepTextKeys(key, "title"), `/steps/${index}`, { values });
      need(stepTextKeys(key, "intro"), `/steps/${index}`, { values });
      for (const name of notices.map((notice) => (typeof notice === "string" ? notice : notice.name)))
        for (const part of ["title", "text"] as const)
          need(noticeTextKeys(name, part), `/steps/${index}/notices`, { name: `notice ${name}`, values });
    }
  }

  checkTariff(): void {
    const { tariff } = this.#product;
    for (const [index, { name }] of objects(tariff?.content.per_unit).entries())
      this.#need([`unit.${name}`], { file: tariff?.file ?? "", place: `/per_unit/${index}/name`, values: this.#given });
    for (const [index, cover] of objects(tariff?.content.additional).entries())
      this.#checkCover(cover, { file: tariff?.file ?? "", place: `/additional/${index}`, values: [] });
  }

  /** The name is written by the server, the others get the amounts of the cover. */
  #checkCover({ value, amounts }: JsonObject, asking: TextNeed): void {
    const base = `wizard.additional_coverage.${value}`;
    this.#need([`${base}.name`], asking);
    const available = [...Object.keys(member({ amounts }, "amounts")), "amount", ...this.#given, ...EVERYWHERE];
    for (const key of [`${base}.description`, `${base}.tooltip`]) {
      if (!this.#mayHave([key], null)) continue;
      const lacking = this.#valuesOf(key).filter((name) => !available.includes(name));
      if (lacking.length === 0) continue;
      const one = t`the text ${key} uses {${lacking[0]}}, and nothing gives its value`;
      const several = t`the text ${key} uses ${valueNames(lacking)}, and nothing gives their values`;
      const sentence = lacking.length > 1 ? several : one;
      const hint = t`add ${lacking.map((name) => `"${name}"`).join(", ")} to "amounts"`;
      this.findings.push(error(asking.file, `${asking.place}/amounts`, sentence, hint));
    }
  }

  checkStep(files: StepFiles, step: StepSource): void {
    const { file } = files.ui;
    const options = member(step.ui, "ui:options");
    const fields = findFields(step);
    const form = { fields: [...fields.keys()], own: this.#own, shared: this.#common.shared };
    const { prefix, wrong } = findPrefix(options.texts, { step: files.key, ...form });
    if (wrong) this.findings.push(error(file, ...wrong));
    const source = { step: files.key, ...(prefix === undefined ? {} : { prefix }) };
    for (const { place: name, described, layout: ui } of formFields(step)) {
      if (!ui) continue;
      const keys = textKeys(source, name.split("/"), member(ui, "ui:options").texts);
      const limits = findLimits(described);
      const asking = { file, place: `/${name}`, values: [...this.#givenAt(files.key), ...limits] };
      this.#checkField(keys, described, asking, [...this.#given, ...limits]);
      const isValue = isInText(readManifest(this.#product), [files.key, ...name.split("/")].join("."));
      this.#checkOptions(keys, described, ui, isValue ? { ...asking, values: [...this.#given, ...limits] } : asking);
      this.#checkErrors(ui, { ...asking, values: null });
      const hasText = (key: string) => this.#own.has(key) || this.#common.shared.has(key);
      const hasLink = keys.some((key) => hasText(`${key}.link`));
      const wrongLink = findWrongLink(name, hasLink, ui, this.#product);
      if (wrongLink) this.findings.push(error(file, asking.place, ...wrongLink));
    }
    for (const [key, named] of findPlainTexts(step.ui))
      this.#need([key], { file, ...named, values: this.#givenAt(files.key) });
    for (const [index, { title }] of objects(options.sections).entries()) {
      if (typeof title === "string" && !fields.has(title))
        this.#need([title], { file, place: `/ui:options/sections/${index}/title`, values: null });
    }
  }

  #checkField(keys: string[], described: Schema[], asking: TextNeed, constants: string[]): void {
    const called = (kind: string) => keys.map((key) => `${key}.${kind}`);
    if (described.some(isNamedByItems)) this.#mayHave(called("label"), asking.values);
    else this.#need(called("label"), asking);
    const isList = described.some(({ items }) => items?.properties);
    for (const kind of isList ? ["label", "item"] : []) this.#need(called(kind), asking);
    if (isList) this.#checkTitle(called("record"), described, { ...asking, values: constants });
    for (const kind of isList ? ["add", ...OPTIONAL] : OPTIONAL) this.#mayHave(called(kind), asking.values);
  }

  #checkTitle(keys: string[], described: Schema[], { file, place, values }: TextNeed): void {
    const key = keys.find((candidate) => this.#own.has(candidate) || this.#common.shared.has(candidate)) ?? "";
    const used = this.#valuesOf(key).filter((name) => ![...EVERYWHERE, ...(values ?? [])].includes(name));
    if (!this.#mayHave(keys, null)) return;
    for (const words of findWrongTitle(key, used, described)) this.findings.push(error(file, place, ...words));
  }

  #checkOptions(keys: string[], described: Schema[], ui: UiSchema, asking: TextNeed): void {
    const { lists = {} } = readManifest(this.#product);
    const { optionTexts } = member(ui, "ui:options");
    const bases = [...(typeof optionTexts === "string" ? [optionTexts] : []), ...keys.map((key) => `${key}.option`)];
    const { needed, possible } = findOptionKeys(bases, described, { lists, texts: [this.#own, this.#common.shared] });
    const name = `choices ${asking.file}${asking.place}`;
    for (const named of needed) this.#need(named, { ...asking, name });
    for (const named of possible) this.#mayHave(named, asking.values);
  }

  #checkErrors(ui: UiSchema, asking: TextNeed): void {
    const { effect } = member(ui, "ui:options");
    if (typeof effect === "string") this.#need([effect], { ...asking, place: `${asking.place}/ui:options/effect` });
    for (const [keyword, shown] of Object.entries(member(ui, "ui:errors"))) {
      if (!isObject(shown)) continue;
      const link = member(shown, "link");
      const pointer = `${asking.place}/ui:errors/${keyword}`;
      for (const key of [shown.message, shown.type, link.text, link.pointer])
        if (typeof key === "string") this.#need([key], { ...asking, place: pointer });
      if (typeof shown.message === "string") this.#checkMessage(shown.message, shown, { ...asking, place: pointer });
    }
  }

  /** What the message of an error fills in: the figures of the rule, and what the layout gives. */
  #checkMessage(key: string, shown: JsonObject, { file, place }: TextNeed): void {
    const available = [...ERROR_VALUES, ...EVERYWHERE, ...Object.keys(member(shown, "values"))];
    if (shown.type !== undefined) available.push("type");
    for (const name of this.#valuesOf(key).filter((value) => !available.includes(value))) {
      const sentence = t`the text ${key} uses {${name}}, and nothing gives its value`;
      const hint =
        name === "type" ? t`add "type", the key of a text that names the field` : t`add "${name}" to "values"`;
      this.findings.push(error(file, place, sentence, hint));
    }
  }

  #valuesOf(key: string): readonly string[] {
    const { shared, app } = this.#common;
    return this.#own.get(key) ?? shared.get(key) ?? app?.get(key) ?? [];
  }

  /** Own texts that no check above used. A misspelt key is reported there already, so its text is left out. */
  findUnused(): Finding[] {
    const idle = [...this.#own.keys()].filter((key) => !this.#used.has(key) && !this.#pair.isMisspelt(key));
    return [
      ...this.#pair.findLacking((key) => this.#used.has(key)),
      ...idle.flatMap((key) => {
        const meant = nearest(key, [...this.#asked.keys()]) ?? nearest(key, [...this.#possible]);
        const needing = this.#asked.get(meant ?? "") ?? [];
        const hint = meant === undefined ? removal(t`correct its key, or remove it`) : didYouMean(key, meant);
        const file = this.#pair.fileOf(key) ?? this.#file;
        const words: Parameters<typeof note> = [file, `/${key}`, t`nothing uses this text`, hint];
        if (needing.length === 0) return [note(...words)];
        // Where one name asks for several texts, that is misspelt and not each of their keys.
        const named = needing.find((finding) => this.#named.has(finding));
        const other = t`the texts have "${key}": correct the name here, or the keys of its texts`;
        if (named) Object.assign(named, { hint: other, remedy: [] });
        else this.findings.splice(0, this.findings.length, ...this.findings.filter((each) => !needing.includes(each)));
        return named ? [] : [missing(...words)];
      }),
    ];
  }

  #need(keys: string[], { file, place, values, name }: TextNeed): void {
    if (this.#mayHave(keys, values)) return;
    if (!this.#common.app && keys.some((key) => !key.startsWith(SHARED_FORMS))) return;
    const dutchTexts = this.#product.texts.nl;
    // A form of the portal has none of its own.
    const key = dutchTexts ? keys[0] : (keys.find((candidate) => candidate.startsWith(PORTAL_TEXTS)) ?? keys[0]);
    const hint = adviseAdding(dutchTexts?.file ?? this.#common.file, String(key));
    const listed = [...this.#named].find(([, other]) => name !== undefined && other === name)?.[0];
    const finding = listed ?? error(file, place, t`there is no text "${key}"`, hint);
    if (!listed) this.findings.push(finding);
    if (name !== undefined) this.#named.set(finding, name);
    for (const alternative of keys) this.#ask(alternative).push(finding);
  }

  /** Remembers what a text may be called that is not there. */
  #ask(key: string): Finding[] {
    const findings = this.#asked.get(key) ?? [];
    for (const requested of [this.#asked, this.#common.asked]) requested.set(key, findings);
    return findings;
  }

  /** Whether one of the keys has a text. The first that has one is shown, so its values are looked at. */
  #mayHave(keys: string[], values: string[] | null): boolean {
    const { shared, usedShared, app } = this.#common;
    const existingKey = keys.find((key) => this.#own.has(key) || shared.has(key) || app?.has(key));
    if (existingKey === undefined) for (const key of keys) this.#ask(key);
    if (existingKey === undefined) return false;
    if (this.#own.has(existingKey)) this.#used.add(existingKey);
    else for (const key of keys.slice(0, keys.indexOf(existingKey))) this.#possible.add(key);
    // One that a product has its own words for is there for the next product.
    for (const key of keys) if (shared.has(key)) usedShared.add(key);
    if (values) this.#checkValues(existingKey, values);
    return true;
  }

  /** The portal's own texts get their values from the screen that shows them. */
  #checkValues(key: string, values: string[]): void {
    const { shared, file, rateNames } = this.#common;
    const own = this.#own.get(key);
    const link = key.replace(/label$/, "link");
    const available = [...values, ...EVERYWHERE, ...(this.#own.has(link) || shared.has(link) ? ["link"] : [])];
    if (this.#own.has(link)) this.#used.add(link);
    const at = own ? this.#file : file;
    for (const name of (own ?? shared.get(key) ?? []).filter((name) => !available.includes(name))) {
      if (readManifest(this.#product).text_values?.[name] !== undefined) {
        this.findings.push(error(at, `/${key}`, ...explainEarly(name)));
      } else if (!own && rateNames.includes(name)) {
        const used = t`the text ${key} that all products share uses {${name}}, and nothing gives its value`;
        this.findings.push(error(this.#product.manifest.file, "/text_values", used, t`add "${name}"`));
      } else {
        const where = t`correct its name, or add it to text_values in ${own ? "product.json" : this.#product.manifest.file}`;
        const hint = meantOr(this.#given, name, where);
        this.findings.push(error(at, `/${key}`, t`nothing gives a value for {${name}}`, hint));
      }
    }
  }
}
