// What the page tells the app about the provider, from the configuration: name, help lines, where custom work is asked for.
import type { Config } from "./config.ts";

export function pageMetas(
  config: Pick<Config, "provider" | "customWorkUrl" | "support" | "today">,
): Record<string, string> {
  const metas: Record<string, string> = { provider: config.provider, "link-customWork": config.customWorkUrl };
  // Only where a test fixes the day: a page that stays open past midnight keeps its own calendar.
  if (config.today) metas.today = config.today;
  for (const [language, help] of Object.entries(config.support)) {
    metas[`support-phone:${language}`] = help.phone;
    metas[`support-email:${language}`] = help.email;
  }
  return metas;
}
