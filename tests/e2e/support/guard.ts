// Watches a browser context for what no story may cause: an error on the console, an uncaught error, a report of the
// content security policy. A refusal that a story provokes on purpose is announced with `expect` and must then happen.
import type { BrowserContext } from "@playwright/test";

export class Guard {
  readonly faults: string[] = [];
  private expected: { pattern: RegExp; seen: boolean }[] = [];

  constructor(context: BrowserContext) {
    context.on("console", (message) => {
      if (message.type() === "error") this.record(`console: ${message.text()} ${message.location().url}`);
    });
    context.on("weberror", (error) => this.record(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on("request", (request) => {
      if (request.url().endsWith("/csp-report")) this.record(`csp: ${request.postData() ?? ""}`);
    });
  }

  /** Declares a fault that the story is about to cause, as the console prints it. */
  expect(pattern: RegExp): void {
    this.expected.push({ pattern, seen: false });
  }

  /** Announces answers that refuse, by status: the browser itself writes those on the console. */
  expectStatus(...statuses: number[]): void {
    for (const status of statuses) this.expect(new RegExp(`status of ${status}`));
  }

  /** What may happen and need not, because it depends on which of two calls is faster. */
  allow(pattern: RegExp): void {
    this.expected.push({ pattern, seen: true });
  }

  /** Announces that the network is away for a while. */
  expectNoNetwork(): void {
    this.expect(
      /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|FAILED|EMPTY_RESPONSE)/,
    );
  }

  unmet(): string[] {
    return this.expected.filter(({ seen }) => !seen).map(({ pattern }) => `announced, never seen: ${pattern}`);
  }

  private record(fault: string): void {
    const announced = this.expected.filter(({ pattern }) => pattern.test(fault));
    for (const each of announced) each.seen = true;
    if (announced.length === 0) this.faults.push(fault);
  }
}
