// The words of the addresses, by language.
import type { Language } from "#engine/languages.ts";
import fr from "./words.fr.json" with { type: "json" };
import nl from "./words.nl.json" with { type: "json" };

export const words: Record<Language, Record<string, string>> = { nl, fr };

export const addressLanguages = Object.keys(words) as Language[];
