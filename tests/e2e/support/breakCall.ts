import type { Page, Route } from "@playwright/test";

/**
 * The first try of a call fails. What the app then tries by itself, or at a press, waits on its way until the call is mended:
 * a story reads what stands meanwhile, however slow the machine is.
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
