// The calls behind the studio's editor: a content file as it is on disk, saving it, and what the language service says at a
// place. Only files that the content already has can be read or written; one that changed meanwhile is not overwritten.
import type { FastifyInstance } from "fastify";
import type { CheckResult } from "#content/check.ts";
import type { Completion, Diagnostic, Hover, LanguageService, Location } from "#content/language/service.ts";
import { writeInOneMove } from "#content/writeInOneMove.ts";

export type { Completion, Diagnostic, Hover, Location };

export interface FileOnDisk {
  file: string;
  text: string;
}

interface Asked {
  Body: { ask: "complete" | "hover" | "definition"; file: string; offset: number; text: string };
}
interface Saved {
  Body: FileOnDisk & { was: string };
}

const text = { type: "string" } as const;
const whole = (properties: object) => ({ type: "object", properties, required: Object.keys(properties) });
const askedBody = whole({
  ask: { enum: ["complete", "hover", "definition"] },
  file: text,
  offset: { type: "integer" },
  text,
});
const UNKNOWN = { code: "not_found", message: "The content has no such file." };

export interface EditingParts {
  service: LanguageService;
  check(): Promise<CheckResult>;
  /** Publishes what was just written and tells open pages, without waiting for the watcher to notice. */
  saved(): Promise<void>;
}

export function addEditing(app: FastifyInstance, { service, check, saved }: EditingParts): void {
  const { index } = service;

  /** Its own first, then what all products share. */
  app.get<{ Params: { product: string } }>("/studio/products/:product/files", async ({ params: { product } }) => {
    const files = index.files().map(({ file }) => file);
    const own = [`schemas/products/${product}/`, `schemas/${product}/`, `fixtures/steps/${product}/`];
    return [
      ...own.flatMap((folder) => files.filter((file) => file.startsWith(folder))),
      ...files.filter((file) => file.startsWith("schemas/shared/")),
    ];
  });
  app.get<{ Querystring: { file?: string } }>("/studio/file", async ({ query: { file = "" } }, reply) => {
    const found = index.find(file);
    return found ? ({ file, text: found.text } satisfies FileOnDisk) : reply.code(404).send(UNKNOWN);
  });
  app.put<Saved>(
    "/studio/file",
    { schema: { body: whole({ file: text, text, was: text }) } },
    async ({ body }, reply) => {
      const found = index.find(body.file);
      if (!found) return reply.code(404).send(UNKNOWN);
      if (found.text !== body.was && found.text !== body.text)
        return reply.code(409).send({ code: "changed", message: "The file was changed elsewhere.", text: found.text });
      if (found.text !== body.text) {
        writeInOneMove(found.path, body.text);
        await saved();
      }
      return { file: body.file, text: body.text } satisfies FileOnDisk;
    },
  );
  app.post<Asked>("/studio/language", { schema: { body: askedBody } }, async ({ body }) => ({
    answer: service[body.ask](body.file, body.offset, body.text),
  }));
  app.get<{ Querystring: { file?: string } }>("/studio/diagnostics", async ({ query: { file = "" } }) =>
    service.diagnose((await check()).findings, file),
  );
}
