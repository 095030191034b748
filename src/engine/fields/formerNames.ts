// Names that fields had before (`was` in product.json). Answers, prices and comparisons that use an earlier name are read under the
// name of today, so a rename changes nothing for a request that was made before it. An earlier name inside a list or a table has `*`
// for each record or row: `parties.owners.*.part`.
import { isObject } from "../schema/schemaTree.ts";
import type { FormerNames, RequestAnswers } from "../schema/types.ts";

/** Returns the answers of one step under today's names. An answer under today's name is kept. */
export const renameAnswers = <Data extends object>(was: FormerNames | undefined, step: string, data: Data): Data =>
  was ? (renameMembers(was, [step], data) as Data) : data;

export const renameRequest = (was: FormerNames | undefined, answers: RequestAnswers): RequestAnswers =>
  was
    ? Object.fromEntries(
        Object.entries(answers).map(([step, data]) => [step, isObject(data) ? renameAnswers(was, step, data) : data]),
      )
    : answers;

/** Returns `<step>.<field>…` with today's names. An entry may be named by its number, its id or `*`. */
export function renameAddress(was: FormerNames | undefined, address: string): string {
  if (!was) return address;
  const [step = "", ...members] = address.split(".");
  let holders = [step];
  const renamed = members.map((member) => {
    const name = findToday(was, holders, member) ?? member;
    holders = listAddresses(holders, name);
    return name;
  });
  return [step, ...renamed].join(".");
}

/** Returns the id of a field (`fieldId`) with today's names. Names and codes may contain `_`, so every earlier name is tried, outer ones first. */
export function renameFieldId(was: FormerNames | undefined, id: string): string {
  const paths = Object.entries(was ?? {}).map(([address, to]) => ({ path: address.split("."), to }));
  const outerFirst = paths.sort((left, right) => left.path.length - right.path.length);
  return outerFirst.reduce((current, { path, to }) => {
    const start = path.slice(0, -1).map((name) => (name === "*" ? ".+_" : `${name}_`));
    // The name of today may begin with the earlier one.
    const field = `(?!${to}(?:_|$))${path.at(-1)}(?=_|$)`;
    return current.replace(new RegExp(`^(${start.join("")})${field}`), `$1${to}`);
  }, id);
}

/** `holders`: the possible addresses of the value. A member may be a field, or the code of a row, which `was` writes as `*`. */
function renameMembers(was: FormerNames, holders: readonly string[], value: unknown): unknown {
  const named = holders.filter((holder) => Object.keys(was).some((address) => address.startsWith(`${holder}.`)));
  if (named.length === 0) return value;
  if (Array.isArray(value)) return value.map((entry) => renameMembers(was, listAddresses(named, "*"), entry));
  if (!isObject(value)) return value;
  const renamed = Object.entries(value).map(([member, answer]) => {
    const today = findToday(was, named, member);
    const name = today === undefined || Object.hasOwn(value, today) ? member : today;
    return [name, renameMembers(was, listAddresses(named, name), answer)];
  });
  return Object.fromEntries(renamed);
}

const findToday = (was: FormerNames, holders: readonly string[], member: string): string | undefined =>
  holders.map((holder) => was[`${holder}.${member}`]).find((name) => name !== undefined);

const listAddresses = (holders: readonly string[], member: string): string[] =>
  holders.flatMap((holder) => [...new Set([`${holder}.${member}`, `${holder}.*`])]);
