// Commands as data: what each one is called with, of which kind, and what it does. commandLine.ts reads a call by it and describes
// it.
import { isCalendarDay } from "#engine/values/dates.ts";

/** What a word or the value of an option must be. */
export interface Kind<T> {
  /** Printed between angle brackets. */
  placeholder: string;
  expected: string;
  /** Returns undefined for a text of another kind. */
  read(text: string): T | undefined;
}

export const text = (placeholder: string): Kind<string> => ({
  placeholder,
  expected: "a text that is not empty",
  read: (value) => value || undefined,
});

export const whole = (placeholder: string, most = 999_999_999_999_999): Kind<number> => ({
  placeholder,
  expected: `a whole number of at most ${most}`,
  read: (value) => (/^\d{1,15}$/.test(value) && Number(value) <= most ? Number(value) : undefined),
});

export const chooseOne = <const Name extends string>(...names: Name[]): Kind<Name> => ({
  placeholder: names.join("|"),
  expected: `one of ${names.join(", ")}`,
  read: (value) => names.find((name) => name === value),
});

export const DAY: Kind<string> = {
  placeholder: "day",
  expected: "a day, written as 2027-01-31",
  read: (value) => (isCalendarDay(value) ? value : undefined),
};

type Word = Kind<unknown> & { optional?: true };

export const optional = <T>(kind: Kind<T>): Kind<T> & { optional: true } => ({ ...kind, optional: true });

/** Without `kind` it is a flag. */
export interface Option {
  summary: string;
  kind?: Kind<unknown>;
  required?: true;
  default?: unknown;
}

type Words = Record<string, Word>;
type Options = Record<string, Option>;

type WordValue<W> = W extends Kind<infer T> ? (W extends { optional: true } ? T | undefined : T) : never;
type OptionValue<O> = O extends { kind: Kind<infer T> }
  ? O extends { required: true } | { default: T }
    ? T
    : T | undefined
  : boolean;

export type OptionValues<O> = { [Name in keyof O]: OptionValue<O[Name]> };
type Values<W, O> = { [Name in keyof W]: WordValue<W[Name]> } & OptionValues<O>;

/** A sentence is printed. False is a failure that has been reported. */
type Answer = string | boolean | undefined;

interface Definition<W, O> {
  /** Begins with a verb in the third person, without a full stop. */
  summary: string;
  words?: W;
  options?: O;
  /** What is typed after the name of the command. */
  example?: string;
  run(values: Values<W, O>): Promise<Answer>;
}

export type Command =
  | Definition<Words, Options>
  | (Omit<Definition<Words, Options>, "run"> & { run(values: never): Promise<Answer> });

export const command = <const W extends Words = Record<never, Word>, const O extends Options = Record<never, Option>>(
  definition: Definition<W, O>,
): Definition<W, O> => definition;

export interface Program {
  /** By name, which is one word or two. A call with the first of two words alone means its `list`, if there is one. */
  commands: Record<string, Command>;
  /** How a call is typed. */
  nameCall(words: string): string;
  /** The message for an error that an operator can correct. */
  explain?(error: Error): string | undefined;
}

/** Returns the call as `npm run` needs it: npm reads the options before `--` itself. */
export function nameNpm(call: string): string {
  const [name, ...words] = call.split(" ");
  return ["npm run", name, ...(words.length > 0 ? ["--", ...words] : [])].join(" ");
}
