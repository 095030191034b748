// The table of HTTP answers of services that the operator connects: what an answer means and what to do. It is in the log, and of an
// event also in `handover list`. The broker never reads it: companies are typed, policies wait for an underwriter, events wait.

export type Service = "register" | "screening" | "receiver";

/** The setting that names the service, and the one that authenticates the portal there. */
const SETTINGS: Record<Service, [address: string, key: string]> = {
  register: ["REGISTER_URL", "REGISTER_KEY"],
  screening: ["SCREENING_URL", "SCREENING_TOKEN"],
  receiver: ["its address", "its secret"],
};

interface Row {
  status: RegExp;
  means: string;
  /** Gets the two settings of the service. */
  remedy(address: string, key: string): string;
  /** Services that are not called again for the same event: `handover send` does that. The others are always called again. */
  final?: Service[];
}

/** The first row that fits applies. */
export const ANSWERS: readonly Row[] = [
  { status: /^2/, means: "an answer that the portal cannot read", remedy: (address) => `Check ${address}.` },
  {
    status: /^3/,
    means: "it leads to another address, which is not followed",
    remedy: (address) => `Set ${address} to that one.`,
  },
  { status: /^(401|403|407)$/, means: "it refuses the portal", remedy: (_, key) => `Check ${key}.` },
  {
    status: /^410$/,
    means: "it wants no more calls",
    remedy: (address) => `Check ${address}.`,
    final: ["receiver"],
  },
  { status: /^(404|405)$/, means: "there is nothing at this address", remedy: (address) => `Check ${address}.` },
  { status: /^429$/, means: "it limits the number of calls", remedy: () => "Ask for a higher limit if this goes on." },
  { status: /^(408|425|5..)$/, means: "it fails for now", remedy: () => "Ask its operator if this goes on." },
  { status: /./, means: "it does not accept the call", remedy: (address) => `Check the version behind ${address}.` },
];

const findRow = (status: number): Row => ANSWERS.find((row) => row.status.test(String(status))) as Row;

/** Such as "answered 403: it refuses the portal. Check REGISTER_KEY." */
export function explainAnswer(service: Service, status: number): string {
  const { means, remedy } = findRow(status);
  return `answered ${status}: ${means}. ${remedy(...SETTINGS[service])}`;
}

export const isFinal = (service: Service, status: number): boolean => findRow(status).final?.includes(service) ?? false;
