// The counters that parts of the server report to the metrics (pages/metrics.ts).
export interface Counts {
  outcome(action: string, accepted: string): void;
  mail(result: "sent" | "later" | "given_up"): void;
  handover(result: "sent" | "later" | "given_up"): void;
  /** `up` is false while the circuit breaker of an external service is open. */
  service(name: string, up: boolean): void;
  /** A look-up in the company register: made, or refused by the limit of the user or the office. */
  lookup(result: "asked" | "user_limit" | "office_limit"): void;
  job(name: string, result: "done" | "failed" | "given_up"): void;
}
