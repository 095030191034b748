// Fetches the portal's screens when the browser has nothing else to do, so that a click opens them at once. Not for who
// asked to save data or has a slow line, and not before the page itself is there; never the wizard, which is large and has
// its own moment.

const screens = [
  () => import("#portal/quotations/QuotationList.tsx"),
  () => import("#portal/quotations/QuotationPage.tsx"),
  () => import("#portal/relations/RelationList.tsx"),
  () => import("#portal/relations/RelationDashboard.tsx"),
  () => import("#portal/insurances/InsuranceList.tsx"),
  () => import("#portal/damages/DamageList.tsx"),
  () => import("#portal/open-invoices/InvoiceList.tsx"),
];

export function preloadScreens(): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };
  const slow = /2g|3g/.test(connection?.effectiveType ?? "");
  if (connection?.saveData || slow || !("requestIdleCallback" in window)) return () => undefined;
  const run = () => {
    for (const screen of screens) void screen().catch(() => undefined);
  };
  const waiting = requestIdleCallback(run, { timeout: 5000 });
  return () => cancelIdleCallback(waiting);
}
