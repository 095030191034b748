// `npm run publish-products`: publishes the content to every portal on the database, or without one into the data folder.
import { main } from "#content/cli.ts";
import { runCommand } from "../runCommand.ts";
import { namesDatabase, withReleases } from "../withReleases.ts";

await runCommand(async () => {
  const args = ["publish", ...process.argv.slice(2)];
  const published = namesDatabase(process.env) ? await publishShared(args) : await main(args);
  if (!published) process.exitCode = 1;
  return "";
});

async function publishShared(args: string[]): Promise<boolean> {
  if (args.some((arg) => /^--(watch|out)\b/.test(arg)))
    throw new Error("With DATABASE_URL products are published to every portal on it: leave out --watch and --out.");
  return withReleases((directory) => main([...args, "--out", directory]));
}
