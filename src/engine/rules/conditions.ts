// Judges conditions: whether answers match a plain JSON Schema. ajv compiles each of them once. Those of a product are compiled when
// it is published and come with its bundle, because a browser may not compile code (content security policy). All others are
// compiled where they are first judged: on the server and in the tools, which load `ajv.ts`.
import { isMultiple } from "../expressions/fractions.ts";
import { oncePer } from "../schema/oncePer.ts";
import type { Condition, Schema } from "../schema/schema.ts";

export type CompiledCondition = (this: typeof CONTEXT, data: unknown) => boolean;
type Compiler = (condition: Schema | Condition) => CompiledCondition;

/** What compiled conditions read as `this`, as contracts do. */
const CONTEXT = { isMultiple };

const compiled = new Map<string, CompiledCondition>();
let compile: Compiler = (condition) => {
  throw new Error(`The condition ${JSON.stringify(condition)} is not compiled in this bundle.`);
};

export const compileConditionsWith = (compiler: Compiler): void => {
  compile = compiler;
};

/** Makes the compiled conditions of a bundle known. */
export function addConditions(conditions: readonly (readonly [Condition, CompiledCondition])[]): void {
  for (const [condition, judge] of conditions) compiled.set(JSON.stringify(condition), judge);
}

/** The compiled conditions of all bundles loaded here, for a frame of the page: its modules are its own and know none. */
export const knownConditions = (): [Condition, CompiledCondition][] =>
  [...compiled].map(([condition, judge]) => [JSON.parse(condition) as Condition, judge]);

const findCompiled = oncePer((condition: Schema | Condition): CompiledCondition => {
  return compiled.get(JSON.stringify(condition)) ?? compile(condition);
});

/** Whether data matches a plain JSON Schema. */
export function matches(schema: Schema | Condition | boolean, data: unknown): boolean {
  return typeof schema === "boolean" ? schema : findCompiled(schema).call(CONTEXT, data);
}
