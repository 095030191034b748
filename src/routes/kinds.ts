// The kinds of things that have a list. The words of their addresses and their texts go by these names. Icon and
// section are the same in menu, list, page and box.

export type Section = "home" | "quotes" | "insurances" | "damages" | "invoices";

interface Look {
  /**
   * Word of one of them in an address and in the breadcrumb. Absent: they have no page, and are listed of one relation
   * only.
   */
  item?: string;
  /**
   * The parameter of its number in an address. `id` where it is absent, because a relation's own number comes before
   * it.
   */
  number?: "relation";
  icon: string;
  section: Section;
  /** For underwriters alone. */
  underwriters?: true;
}

export const KINDS = {
  relations: { item: "relation", number: "relation", icon: "users", section: "home" },
  quotes: { item: "quote", icon: "quote", section: "quotes" },
  insurances: { item: "insurance", icon: "shield", section: "insurances" },
  damages: { item: "damage", icon: "damage", section: "damages" },
  open_invoices: { item: "open_invoice", icon: "invoice", section: "invoices" },
  documents: { icon: "file", section: "home" },
  referrals: { item: "referral", icon: "scale", section: "home", underwriters: true },
} as const satisfies Record<string, Look>;

export type KindName = keyof typeof KINDS;
/** Listed for the whole office, each with a page. Shown in the menu and the search. */
export type Kind = { [name in KindName]: (typeof KINDS)[name] extends { item: string } ? name : never }[KindName];
/** What a relation has lists of. */
export type OwnedKind = Exclude<KindName, "relations" | "referrals">;
/** Listed for the whole office and for one relation. */
export type ListName = Exclude<Kind, "relations" | "referrals">;

const names = Object.keys(KINDS) as KindName[];
export const isMain = (name: KindName): name is Kind => "item" in KINDS[name];
/** In the menu and the search of brokers. */
const MAIN_LISTS = names.filter(
  (name): name is Exclude<Kind, "referrals"> => isMain(name) && !("underwriters" in KINDS[name]),
);
export const LISTS = MAIN_LISTS.filter((name): name is ListName => name !== "relations");
export const OWNED_LISTS = names.filter(
  (name): name is OwnedKind => name !== "relations" && !("underwriters" in KINDS[name]),
);

/** The parameter of an address that contains the id. */
export const findNumberParam = (name: Kind): "relation" | "id" => {
  const look: Look = KINDS[name];
  return look.number ?? "id";
};

/** Returns the menu of a role. */
export const listsFor = (role: string | undefined): readonly Kind[] =>
  role === "underwriter" ? ["referrals"] : role === "auditor" ? [] : MAIN_LISTS;
