// Objects whose members a list gives: the rows of a table (`rows`) and questions (`ask`). The one place that knows what each member is;
// contracts, forms and traversals all take it from here.
import { oncePer } from "./oncePer.ts";
import type { Schema } from "./schema.ts";

/** The yes or no of a question with an explanation. */
export const ANSWER = "answer";

interface MemberList {
  list: string;
  /** What comes before a value of the list in the name of its member. */
  prefix: string;
  /** Each member must be there. Otherwise only these may be. */
  required: boolean;
  /** What each member is, with its place in the surrounding schema. */
  member: Schema;
  place: string;
}

const YES_NO: Schema = { type: "boolean" };

export const memberList = oncePer(({ rows, ask }: Schema): MemberList | null => {
  if (rows) {
    const { from, prefix = "", ...row } = rows;
    return { list: from, prefix, required: true, member: { type: "object", ...row }, place: "/rows" };
  }
  if (!ask) return null;
  const { from, prefix = "", optional, explain } = ask;
  const members = { list: from, prefix, required: !optional };
  if (!explain) return { ...members, member: YES_NO, place: "/ask" };
  const properties = { [ANSWER]: YES_NO, ...explain.properties };
  const required = [ANSWER].concat(explain.required ?? []);
  return { ...members, member: { type: "object", ...explain, properties, required }, place: "/ask/explain" };
});

/** Whether each question of a field is explained: its answer is a record. */
export const asksExplained = ({ ask }: Schema): boolean => ask?.explain !== undefined;
