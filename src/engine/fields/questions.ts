// The answers to questions, with or without an explanation. Which fields these are is in `schema/members.ts`.
import { ANSWER } from "../schema/members.ts";
import { isObject } from "../schema/schemaTree.ts";

/** The yes or no to a question, with or without an explanation. */
export const readAnswer = (given: unknown): unknown => (isObject(given) ? given[ANSWER] : given);
