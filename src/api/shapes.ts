// The shapes that screens know: one per thing, whatever alias a list or a single answer uses (decisions 46). Dates stay
// ISO days, amounts stay euros with two decimals; nothing here is a text for people.
import type { Language } from "#engine/languages.ts";
import type { ProfileAnswer } from "./wireTypes.ts";

export interface Relation {
  number: number;
  company: string;
  address: string;
  zipcode: string;
  city: string;
  country: string;
  email: string;
  emailFinancial: string | null;
  /** `Post` or `E-mail` */
  correspondence: string;
  digitalPolicy: "J" | "N" | "";
  kvk: string;
  intermediary: number | null;
  /** ours: what a save of the form started from. */
  revision: number | null;
}

/** What a quotation and a policy share. */
export interface Contract {
  number: number;
  relation: number | null;
  relationName: string;
  product: string;
  productCode: string;
  /** Premium per term including tax and surcharge, labelled as such (decisions 71). */
  premiumTotal: number | null;
  /** The insurer: "insured with". */
  insurer: string;
  intermediary: number | null;
  intermediaryName: string;
  startDate: string | null;
  endDate: string | null;
  /** Months */
  duration: number | null;
  collection: string;
  insuredPerClaim: number | null;
  insuredPerYear: number | null;
  ownRisk: number | null;
  /** Per year, excluding tax. */
  premium: number | null;
  /** Months of one term. */
  period: number | null;
  /** Per term, excluding tax. */
  premiumPeriod: number | null;
  tax: number | null;
  lastModified: string;
}

export interface Quotation extends Contract {
  status: string;
  date: string | null;
  /** The policy it became, when it was converted. */
  policy: number | null;
  /** ours: false when the answers needed to change or convert it are missing; absent in other back ends. */
  changeable?: boolean;
}

export interface Policy extends Contract {
  policy: number;
}

export interface Damage {
  id: number;
  title: string;
  reportDate: string | null;
  officeNumber: string;
  policy: number | null;
  status: string;
  finished: boolean;
  relation: number | null;
  relationName: string;
}

export interface OpenInvoice {
  offer: number;
  bookingDate: string | null;
  /** E is the first reminder, T the second (decisions 48). */
  status: string;
  open: number | null;
  productCode: string;
  startDate: string | null;
  endDate: string | null;
  collection: number | null;
  noteDate: string | null;
  insurer: string;
  employee: string;
  periodFrom: string | null;
  periodTo: string | null;
  relation: number | null;
  relationName: string;
  policy: number | null;
  insuranceType: string;
  paid: number | null;
  interest: number | null;
  tax: number | null;
  grossPremium: number | null;
  outstanding: number | null;
}

export interface Employee {
  login: string;
  name: string;
  email: string;
  insuranceTypes: string[];
  profiles: string[];
}

export interface ArchiveDocument {
  id: string;
  description: string;
  uploadDate: string | null;
  /** Bytes */
  size: number | null;
  type: string;
  /** Address of the download. */
  href: string;
}

export type Role = NonNullable<ProfileAnswer["role"]>;

export interface Profile {
  loggedIn: boolean;
  /** ours: a broker where the back end does not say. */
  role: Role;
  acceptedCookieStatement: boolean;
  fullName: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Without one, or with 0, there is no New request. */
  intermediary: number | null;
  intermediaryName: string;
  profiles: string[];
  insuranceTypes: string[];
  language: Language | null;
  login: string;
  /** ours: key that unlocks what this user left typed on this device; never stored in the browser. */
  draftKey: string | null;
  /** ours: analytics may be kept (decisions 59). */
  analytics: boolean;
}

export interface ListPage<T> {
  rows: T[];
  page: number;
  pages: number;
  total: number;
  perPage: number;
}
