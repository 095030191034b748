// The portal's releases from the studio: lists them, publishes the files now or from a day on, and goes back to an earlier one, with the
// functions of `npm run publish-products` and `npm run releases`.
import type { FastifyInstance } from "fastify";
import { publishChecked } from "#content/commands/publishChecked.ts";
import { listReleases, type Release } from "#content/publish/releases.ts";
import { isError } from "#content/read/findings/finding.ts";
import { readerLanguage } from "#content/read/findings/translate.ts";
import { rollback } from "#server/operations/commands/releases.ts";
import { withReleases } from "#server/operations/withReleases.ts";
import type { CheckRunner } from "../check.ts";
import type { Folders } from "../compare/changes.ts";

/** Oldest first. */
export type ListedRelease = Pick<Release, "name" | "first" | "last" | "state" | "note">;

/** The release that has the content now. Otherwise why nothing was published: errors of the check, or a sentence. */
export type PublishAnswer = { release: string; isNew: boolean } | { errors: number } | { refusal: string };

type PublishRoute = { Body: { from?: string } };
type RollbackRoute = { Body: { name: string } };

export function addReleases(app: FastifyInstance, folders: Folders & { check: CheckRunner }): void {
  const { schemasDir: schemas, fixturesDir: fixtures, check, env = process.env } = folders;
  app.get(
    "/studio/releases",
    async (): Promise<ListedRelease[]> =>
      withReleases(
        async (out) =>
          listReleases(out).map(({ name, first, last, state, note }) => ({
            ...{ name, first, state, note },
            ...(last !== undefined && { last }),
          })),
        env,
      ),
  );
  app.post<PublishRoute>(
    "/studio/releases",
    { schema: { body: { type: "object", properties: { from: { type: "string" } } } } },
    async ({ body: { from } }): Promise<PublishAnswer> => {
      const publish = (out: string) =>
        publishChecked({ schemas, fixtures, out, from }, () => check.run(readerLanguage()).whole);
      const published = await withReleases(publish, env);
      if (published === "broken") return { errors: 1 };
      if ("findings" in published) return { errors: published.findings.filter(isError).length };
      if ("refusal" in published) return published;
      const { name = "", made = false } = published.release ?? {};
      return { release: name, isNew: made };
    },
  );
  app.post<RollbackRoute>(
    "/studio/releases/back",
    { schema: { body: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } } },
    async ({ body: { name } }, reply) => {
      try {
        await rollback({ name, author: undefined, note: "" }, env);
        return {};
      } catch (reason) {
        return reply.code(409).send({ code: "not_offered", message: (reason as Error).message });
      }
    },
  );
}
