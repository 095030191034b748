// A part of the page whose code failed to load: only that part shows a prompt to reload. Other errors go to the
// boundary above.
import { Component, lazy, type ReactNode, Suspense } from "react";
import { createIntl, IntlProvider } from "react-intl";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { PartErrorBoundary } from "#widgets/ui/notice/PartErrorBoundary.tsx";
import fr from "../../src/app/messages/fr.json";
import nl from "../../src/app/messages/nl.json";

class NetAbove extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? <p>net above</p> : this.props.children;
  }
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function show(failure: Error, messages: object) {
  const Part = lazy(() => Promise.reject<{ default: () => null }>(failure));
  return render(
    <IntlProvider locale="nl-NL" messages={messages as never}>
      <NetAbove>
        <p>neighbour</p>
        <PartErrorBoundary>
          <Suspense fallback="…">
            <Part />
          </Suspense>
        </PartErrorBoundary>
      </NetAbove>
    </IntlProvider>,
  );
}

const loadErrors = [
  "Failed to fetch dynamically imported module: /assets/Date-1.js",
  "error loading dynamically imported module: /assets/Date-1.js",
  "Importing a module script failed.",
  "Unable to preload CSS for /assets/Date-1.css",
];

test.each(loadErrors.flatMap((message) => ["nl", "fr"].map((language) => ({ message, language }))))(
  "a missing file, in $language: $message",
  async ({ message, language }) => {
    const messages = (language === "nl" ? nl : fr) as never;
    const { container } = await show(new TypeError(message), messages);
    const intl = createIntl({ locale: language === "nl" ? "nl-NL" : "fr-FR", messages });
    const say = (id: "common.part_missing" | "common.action.reload") => String(intl.formatMessage({ id }));
    const alert = () => container.querySelector("[role=alert]");
    await expect.poll(() => alert()?.textContent).toContain(say("common.part_missing"));
    expect(alert()?.querySelector("button")?.textContent).toBe(say("common.action.reload"));
    expect(container.textContent).toContain("neighbour");
  },
);

test("any other error is left to the error boundary above", async () => {
  const { container } = await show(new TypeError("x is not a function"), nl);
  await expect.poll(() => container.textContent).toBe("net above");
});
