// The provider's name and help lines, from meta tags of the page, so that another provider needs no other build. Each language has its own phone and e-mail (spec: portal 9).
import type { Language } from "#engine/types.ts";

export interface Provider {
  provider: string;
  phone: string;
  email: string;
}

function meta(name: string, language?: Language): string {
  const inLanguage = language ? document.querySelector(`meta[name="${name}"][lang="${language}"]`) : null;
  return (inLanguage ?? document.querySelector(`meta[name="${name}"]`))?.getAttribute("content") ?? "";
}

export function readProvider(language: Language): Provider {
  return { provider: meta("provider"), phone: meta("support-phone", language), email: meta("support-email", language) };
}

/** The id of this page in the server's log. */
export const pageReference = (): string => meta("request-id");

/** `020 123 45 67` -> `tel:+31201234567`; a number with its country code stays as it is. */
export function phoneLink(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, "");
  return `tel:${digits.startsWith("0") ? `+31${digits.slice(1)}` : digits}`;
}
