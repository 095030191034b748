// Reads single settings from an environment and notes what is wrong with them, so that all problems are told at once.
// Values are never part of a problem's words.
import { readFileSync } from "node:fs";

export type Environment = Record<string, string | undefined>;

export class SettingsReader {
  readonly problems: string[] = [];
  readonly #env: Environment;
  constructor(env: Environment) {
    this.#env = env;
  }
  optional(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined;
  }
  text(name: string, otherwise: string): string {
    return this.optional(name) ?? otherwise;
  }
  /** The value itself, or the file that `<NAME>_FILE` points at. */
  secret(name: string): string | undefined {
    const file = this.optional(`${name}_FILE`);
    if (!file) return this.optional(name);
    try {
      return readFileSync(file, "utf8").trim() || undefined;
    } catch {
      this.problems.push(`${name}_FILE points at a file that cannot be read.`);
      return undefined;
    }
  }
  list(name: string): string[] {
    return this.text(name, "")
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean);
  }
  choice(name: string, known: string[], otherwise: string): string {
    const value = this.text(name, otherwise);
    if (known.includes(value)) return value;
    this.problems.push(`${name} must be one of ${known.join(", ")}.`);
    return otherwise;
  }
  number(name: string, otherwise: number, least: number, most: number): number {
    const value = Number(this.text(name, String(otherwise)));
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    this.problems.push(`${name} must be a whole number from ${least} to ${most}.`);
    return otherwise;
  }
  flag(name: string, otherwise: boolean): boolean {
    const value = this.choice(name, ["on", "off", "true", "false", "1", "0", ""], otherwise ? "on" : "off");
    return value === "on" || value === "true" || value === "1";
  }
}
