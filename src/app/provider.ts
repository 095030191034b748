// The provider's name and help lines, from meta tags of the page, so that another provider needs no other build. Each language has its own phone and e-mail (spec: portal 9).
import type { Language } from "#engine/schema/types.ts";

interface Provider {
  provider: string;
  phone: string;
  email: string;
}

const meta = (name: string): string => document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";

type Help = Pick<Provider, "phone" | "email">;

export function readProvider(language: Language): Provider {
  const help = JSON.parse(meta("support") || "{}") as Partial<Record<Language, Help>>;
  return { provider: meta("provider"), phone: "", email: "", ...help[language] };
}

/** The id of this page in the server's log. */
export const pageReference = (): string => meta("request-id");

/** `020 123 45 67` -> `tel:+31201234567`. A number with its country code stays as it is. */
export function phoneLink(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, "");
  return `tel:${digits.startsWith("0") ? `+31${digits.slice(1)}` : digits}`;
}
