// `npm run publish-products`: publishes the content to every portal on the database, or without one into the data folder.
import { type Publication, publish } from "#content/commands/runCommands.ts";
import { namesDatabase, withReleases } from "../withReleases.ts";

export async function publishProducts(values: Publication): Promise<boolean> {
  if (!namesDatabase(process.env)) return publish(values);
  if (values.watch || values.out !== undefined)
    throw new Error("With DATABASE_URL products are published to every portal on it: leave out --watch and --out.");
  return withReleases((out) => publish({ ...values, out }));
}
