import type { Page, Route } from "@playwright/test";

/**
 * The first try of a call fails. The app's own retries, and those at a press, are held until the call is mended: a
 * story reads what is shown meanwhile, however slow the machine is.
 */
export async function breakCall(
  page: Page,
  call: string,
  fail: (route: Route) => Promise<void> = (route) => route.abort(),
): Promise<() => void> {
  const { promise: mended, resolve: mend } = Promise.withResolvers<void>();
  let tries = 0;
  await page.route(call, async (route) => {
    tries += 1;
    if (tries === 1) return fail(route);
    await mended;
    await route.continue();
  });
  return mend;
}
