// The kinds of things that have a list of their own, once: the words of their addresses go by these names, and their icon and
// section are the same in menu, list, page and box.

export type Section = "home" | "quotes" | "insurances" | "damages" | "invoices";

interface Look {
  /** Word of one of them in an address and in the breadcrumb. */
  item: string;
  icon: string;
  section: Section;
}

export const KINDS = {
  relations: { item: "relation", icon: "users", section: "home" },
  quotes: { item: "quote", icon: "quote", section: "quotes" },
  insurances: { item: "insurance", icon: "shield", section: "insurances" },
  damages: { item: "damage", icon: "damage", section: "damages" },
  open_invoices: { item: "open_invoice", icon: "invoice", section: "invoices" },
} as const satisfies Record<string, Look>;

export type Kind = keyof typeof KINDS;
/** What a relation has: listed of everybody and of one relation. */
export type ListName = Exclude<Kind, "relations">;

export const LISTS = Object.keys(KINDS).filter((kind) => kind !== "relations") as ListName[];
