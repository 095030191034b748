// What parts of the server tell whoever counts (operations/metrics.ts) while they work.
export interface Counts {
  outcome(action: string, accepted: string): void;
  mail(result: "sent" | "later" | "given_up"): void;
  handover(result: "sent" | "later" | "given_up"): void;
  /** A service of somebody else answers, or is not asked for a while. */
  service(name: string, up: boolean): void;
  job(name: string, result: "done" | "failed"): void;
}
