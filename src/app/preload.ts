// Fetches the portal's screens when the browser has nothing else to do, so that a click opens them at once. Not for who
// asked to save data or has a slow line, and not before the page itself is there; never the wizard, which is large and has
// its own moment.

export function preloadScreens(): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };
  const slow = /2g|3g/.test(connection?.effectiveType ?? "");
  if (connection?.saveData || slow || !("requestIdleCallback" in window)) return () => undefined;
  // They are one file (vite.config.ts), so that any of them brings all.
  const run = () => void import("#portal/quotations/QuotationList.tsx").catch(() => undefined);
  const waiting = requestIdleCallback(run, { timeout: 5000 });
  return () => cancelIdleCallback(waiting);
}
