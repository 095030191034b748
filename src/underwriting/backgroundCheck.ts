// The check of beneficial owners (decisions 42), behind an interface. The reference back end compares with a sample
// list. Production needs a screening service. Brokers never see the reason of a hit.

export interface Subject {
  kvk: string | null;
  name: string | null;
}
export interface BackgroundCheck {
  /** `unknown`: the check failed. The request then goes to an underwriter. */
  check(subject: Subject): Promise<"clear" | "hit" | "unknown">;
}

export interface Listed {
  kvk: string | null;
  name: string;
}

const plain = (text: string | null) => (text ?? "").trim().toLocaleLowerCase("nl");

export const isListed = (listed: readonly Listed[], { kvk, name }: Subject): boolean =>
  listed.some((entry) => (entry.kvk !== null && entry.kvk === kvk) || plain(entry.name) === plain(name));

export const sampleBackgroundCheck = (listed: readonly Listed[]): BackgroundCheck => ({
  check: async (subject) => (isListed(listed, subject) ? "hit" : "clear"),
});

/** Without a screening service no request is clear. */
export const noBackgroundCheck: BackgroundCheck = { check: async () => "unknown" };
