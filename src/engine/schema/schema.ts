// What a step is written in: the closed dialect of rules (described to authors in `schemas/meta/step.schema.json`), the
// conditions inside it, and the layout beside it. Types only. Answers are no schema and no layout: see `types.ts`.

/** Keeps the kinds of JSON apart: all their members are optional, so that without it each would pass for another. */
export declare const kind: unique symbol;

/** Keywords that rules and conditions share about one value. */
interface Assertions {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  contains?: Condition;
  required?: string[];
}

/** Plain JSON Schema over answers: no formats, lists or windows, because a condition is judged by the answers alone. */
export interface Condition extends Assertions {
  readonly [kind]?: "condition";
  properties?: Record<string, Condition>;
  additionalProperties?: boolean;
  items?: Condition;
  not?: Condition;
  allOf?: Condition[];
  anyOf?: Condition[];
}

/** A list that gives the members of an object: `prefix` comes before its values in their names. */
interface MembersFrom {
  from: string;
  prefix?: string;
}

/** The rows of a table: what each contains is written as for a group. */
interface RowsKeyword extends Schema, MembersFrom {}

/** Questions, each answered with yes or no. With `explain` an answer is a record: that yes or no is its `answer`, beside these fields. */
interface AskKeyword extends MembersFrom {
  optional?: boolean;
  explain?: Schema;
}

interface PairKeyword {
  list: string;
  parent: string;
  parents?: string;
}

/** What fills a field for the company that a request is about, and whose word on it cannot be changed. */
export interface Prefill {
  /** `register.city`: the first that is known counts. */
  from: string[];
  locked?: string;
  /** Only until the step is saved for the first time. */
  once?: boolean;
}

/** A number, a truth, `"today"`, a path to an answer, or an operation such as `{ "sum": [".a", ".b"] }`. */
export type Expression = number | boolean | string | Operation;
export interface Operation {
  readonly [operator: string]: Expression | readonly Expression[];
}
/** A rule between answers: what must be true, or with the level `warning` what the broker confirms when it is not. */
export type Rule = Operation & { readonly level?: "error" | "warning" };

/** Rules for a value: a whole step, or one field of it. */
export interface Schema extends Assertions {
  readonly [kind]?: "schema";
  /** For editors and colleagues, as is `title`. What is published has neither. */
  $schema?: string;
  title?: string;
  $ref?: string;
  definitions?: Record<string, Schema>;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean;
  items?: Schema;
  format?: string;
  default?: unknown;
  allOf?: Schema[];
  if?: Condition;
  then?: Schema;
  else?: Schema;
  enumFrom?: string;
  rows?: RowsKeyword;
  ask?: AskKeyword;
  pairFrom?: PairKeyword;
  dateWindow?: { from?: string; to?: string };
  /** Choices of a list that cannot be together with others: `none`. */
  exclusive?: string[];
  /** A field that no two records of a list answer alike. */
  uniqueBy?: string;
  /** The field exists only while this is true of the answers of earlier steps and the facts. */
  when?: Expression;
  /** Rules between answers by name, shown at this field. */
  rules?: Record<string, Rule>;
  /** The field is not answered: its value follows from other answers. */
  computed?: Expression;
  /** The field has this value until the broker enters another one. */
  startsWith?: Expression;
  /** Judges nothing: the answer is for the office, and on no paper or mail for the client. */
  audience?: "office";
  /** Judges nothing: the server fills and locks the field by it. */
  prefill?: Prefill;
}

/** How one error is shown (`ui:errors`). It contains no rule. */
export interface ErrorLayout {
  /** Text key of the message. */
  message?: string;
  /** Text key that names the field in the message, e.g. "The turnover". */
  type?: string;
  /** Values for the placeholders of the message. */
  values?: Record<string, string | number>;
  severity?: "blocking";
  link?: { href: string; text: string; pointer?: string };
}

/** A text, a picture or a document between the fields of a layout. */
export interface PlainContent {
  /** Text keys, except `picture` (a file of the product) and `document` (a name of the manifest). In a bundle these two are addresses. */
  text?: string;
  title?: string;
  picture?: string;
  alt?: string;
  document?: string;
  /** Over the answers beside it (`.field`), of earlier steps, and the facts. */
  when?: Expression;
  /** Of a published picture, in pixels. */
  width?: number;
  height?: number;
  /** Of a published document: bytes, and the languages that it names. */
  size?: number;
  languages?: string[];
}

/** Layout of a step, a group or a field: settings under `ui:` names, the layout of each member under its own name. */
export interface UiSchema {
  readonly [kind]?: "layout";
  "ui:widget"?: string;
  "ui:field"?: string;
  "ui:order"?: (string | PlainContent)[];
  "ui:options"?: Record<string, unknown>;
  "ui:errors"?: Record<string, ErrorLayout>;
  "ui:readonly"?: boolean;
  "ui:enumNames"?: string[];
  [member: string]: unknown;
}
