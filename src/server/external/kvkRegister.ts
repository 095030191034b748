// The register of the chamber of commerce, through its API Basisprofiel (developers.kvk.nl, version 1.5), one call per
// number. Legal forms and dates are converted. A shielded address stays empty.
import type { JsonObject } from "#engine/schema/types.ts";
import { explainAnswer } from "./answers.ts";
import type { CompanyRegister, RegisteredCompany } from "./companyRegister.ts";
import { guardService, type ServiceParts } from "./guardService.ts";

interface KvkSettings {
  /** Such as https://api.kvk.nl/api/v1. */
  url: string;
  key?: string | undefined;
}

export function createKvkRegister({ url, key = "" }: KvkSettings, parts: ServiceParts): CompanyRegister {
  const { call } = guardService("register", parts);
  async function ask(kvk: string, signal: AbortSignal): Promise<RegisteredCompany | undefined> {
    const answer = await fetch(`${url.replace(/\/$/, "")}/basisprofielen/${kvk}`, {
      headers: { apikey: key, accept: "application/json" },
      redirect: "manual",
      signal,
    });
    // The number does not exist, or not any more.
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(`the register ${explainAnswer("register", answer.status)}`);
    return readProfile((await answer.json()) as Profile);
  }
  return { find: (kvk) => call((signal) => ask(kvk, signal)) };
}

interface Address {
  type?: string;
  indAfgeschermd?: string;
  straatnaam?: string;
  huisnummer?: number;
  huisletter?: string;
  huisnummerToevoeging?: string;
  postcode?: string;
  plaats?: string;
}
interface Profile {
  naam?: string;
  statutaireNaam?: string;
  formeleRegistratiedatum?: string;
  materieleRegistratie?: { datumAanvang?: string };
  _embedded?: {
    eigenaar?: { rechtsvorm?: string; uitgebreideRechtsvorm?: string; adressen?: Address[] };
    hoofdvestiging?: { adressen?: Address[] } & JsonObject;
  };
}

export function readProfile(profile: Profile): RegisteredCompany {
  const { eigenaar = {}, hoofdvestiging = {} } = profile._embedded ?? {};
  // A company without a main branch has its addresses under the owner.
  const addresses = [...(hoofdvestiging.adressen ?? []), ...(eigenaar.adressen ?? [])];
  const address = addresses.find(({ type, indAfgeschermd }) => type === "bezoekadres" && indAfgeschermd !== "Ja");
  return {
    company: profile.statutaireNaam ?? profile.naam ?? null,
    legalform: readForm(eigenaar.rechtsvorm ?? eigenaar.uitgebreideRechtsvorm),
    street: address?.straatnaam ?? null,
    housenumber: address ? readHouseNumber(address) : null,
    postalcode: address?.postcode?.replace(/^(\d{4})\s*([A-Z]{2})$/i, "$1 $2").toUpperCase() ?? null,
    city: address?.plaats ?? null,
    incorporation_date: readDay(profile.materieleRegistratie?.datumAanvang ?? profile.formeleRegistratiedatum),
  };
}

/** Our codes by the start of a legal form's name, longer names first. Spaces are ignored, as the API is not consistent. */
const FORMS = Object.entries({
  verenigingvaneigenaars: "VV",
  eenmanszaak: "EZ",
  vennootschaponderfirma: "VO",
  commanditairevennootschap: "CV",
  maatschap: "MS",
  beslotenvennootschap: "BV",
  naamlozevennootschap: "NV",
  cooperatie: "CO",
  stichting: "ST",
  vereniging: "VE",
});
const OTHER = "ZZ";

function readForm(text: string | undefined): string | null {
  const letters = (text ?? "")
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
  if (letters === "") return null;
  return FORMS.find(([name]) => letters.startsWith(name))?.[1] ?? OTHER;
}

function readHouseNumber({ huisnummer, huisletter = "", huisnummerToevoeging: more = "" }: Address): string | null {
  if (huisnummer === undefined) return null;
  return `${huisnummer}${huisletter}${more && `-${more}`}`;
}

/** Converts `20170512`. Returns null when the day or month is unknown, which old registrations write as zeros. */
function readDay(text: string | undefined): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text ?? "") ?? [];
  return year && month !== "00" && day !== "00" ? `${year}-${month}-${day}` : null;
}
