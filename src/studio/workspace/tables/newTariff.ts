// A tariff that is used from a day on: a copy of the last one before that day, beside it, with copies of its tables.
import type { Edit } from "../../server/edit/patch.ts";
import type { Content } from "../model/content.ts";

const DATED = /\/tariff(?:\.(\d{4}-\d\d-\d\d))?\.json$/;

/** The first day of a tariff's file, or empty for the one without a day. */
const findDay = (file: string): string => DATED.exec(file)?.[1] ?? "";

/** Empty where the product has no tariff, or one of that day already. */
export function planTariff({ folder, texts }: Content, day: string): Edit[] {
  const file = `${folder}/tariff.${day}.json`;
  const files = Object.keys(texts).filter((each) => each.startsWith(`${folder}/`) && DATED.test(each));
  const earlier = files.map(findDay).filter((each) => each < day);
  const last = earlier.sort().at(-1);
  if (last === undefined || files.includes(file)) return [];
  const tables: Edit[] = [];
  const text = texts[`${folder}/tariff${last && `.${last}`}.json`] ?? "";
  const dated = text.replace(/("csv":\s*")([\w-]+?)(-\d{4}-\d\d-\d\d)?\.csv"/g, (_, start, name, of = "") => {
    const table = `${name}-${day}.csv`;
    tables.push({ file: `${folder}/${table}`, path: [""], was: "", value: texts[`${folder}/${name}${of}.csv`] ?? "" });
    return `${start}${table}"`;
  });
  return [{ file, path: [], value: JSON.parse(dated) }, ...tables];
}
