// Fetches the portal's screens when the browser has nothing else to do, so that a click opens them at once. Not for users
// who save data or have a slow line, and not before the page itself is complete; never the wizard, which is large.
import type { RouteName } from "#routes/table.ts";
import { screens } from "./screens.tsx";

const preloaded: readonly RouteName[] = [
  "quotes",
  "quotes.item",
  "relations",
  "relations.item",
  "insurances",
  "damages",
  "open_invoices",
];

export function preloadScreens(): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };
  const slow = /2g|3g/.test(connection?.effectiveType ?? "");
  if (connection?.saveData || slow || !("requestIdleCallback" in window)) return () => undefined;
  const run = () => {
    for (const name of preloaded) screens[name]?.().catch(() => undefined);
  };
  const waiting = requestIdleCallback(run, { timeout: 5000 });
  return () => cancelIdleCallback(waiting);
}
