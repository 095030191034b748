// The code of a published product, from our own published files and nowhere else. Apart from the calls, because it is loaded
// before the app is there.
import type { BundleModule } from "#engine/rules/contract.ts";
import { PortalError } from "../wire/portalError.ts";

export async function importProduct(address: string): Promise<BundleModule> {
  if (!/^\/products\/[\w.-]+\.js$/.test(address)) throw new PortalError({ code: "bad_bundle" });
  try {
    const module = (await import(/* @vite-ignore */ address)) as BundleModule;
    if (module.conditions) return module;
    // A release from before conditions were compiled at publishing: the server compiles them.
    const older = address.replace("/products/", "/products/conditions/");
    return { ...module, ...((await import(/* @vite-ignore */ older)) as Pick<BundleModule, "conditions">) };
  } catch {
    throw new PortalError({ code: "network" });
  }
}
