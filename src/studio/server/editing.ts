// The calls of the studio's editor: read a content file, save it, and ask the language service. Only existing content files can be
// read or written, and a file that was changed meanwhile is not overwritten.
import type { FastifyInstance } from "fastify";
import type { CheckResult } from "#content/check.ts";
import type { Completion, Diagnostic, Hover, LanguageService, Location } from "#content/names/service.ts";
import { writeInOneMove } from "#content/read/files/writeInOneMove.ts";

export type { Completion, Diagnostic, Hover, Location };

export interface FileOnDisk {
  file: string;
  text: string;
}

interface EditorRoute {
  Body: { ask: "complete" | "hover" | "definition" | "syntax"; file: string; offset: number; text: string };
}
interface SaveRoute {
  Body: FileOnDisk & { was: string };
}

const text = { type: "string" } as const;
const whole = (properties: object) => ({ type: "object", properties, required: Object.keys(properties) });
const askedBody = whole({
  ask: { enum: ["complete", "hover", "definition", "syntax"] },
  file: text,
  offset: { type: "integer" },
  text,
});
const UNKNOWN = { code: "not_found", message: "The content has no such file." };

interface EditingParts {
  service: LanguageService;
  check(): Promise<CheckResult>;
  /** Publishes the saved file and notifies open pages at once, without waiting for the file watcher. */
  saved(): Promise<void>;
}

export function addEditing(app: FastifyInstance, { service, check, saved }: EditingParts): void {
  const { index } = service;

  /** The product's own files first, then those shared by all products. */
  app.get<{ Params: { product: string } }>("/studio/products/:product/files", async ({ params: { product } }) => {
    const files = index.files().map(({ file }) => file);
    const parts = ["schemas/products", "fixtures/products", "schemas", "fixtures/steps"];
    const ownFolders = parts.map((part) => `${part}/${product}/`);
    return [
      ...ownFolders.flatMap((folder) => files.filter((file) => file.startsWith(folder))),
      ...files.filter((file) => file.startsWith(`fixtures/journeys/${product}-`)),
      ...files.filter((file) => /^(schemas\/(shared|rates)|fixtures\/portfolio)\//.test(file)),
    ];
  });
  app.get<{ Querystring: { file?: string } }>("/studio/file", async ({ query: { file = "" } }, reply) => {
    const content = index.find(file);
    return content ? ({ file, text: content.text } satisfies FileOnDisk) : reply.code(404).send(UNKNOWN);
  });
  app.put<SaveRoute>(
    "/studio/file",
    { schema: { body: whole({ file: text, text, was: text }) } },
    async ({ body }, reply) => {
      const content = index.find(body.file);
      if (!content) return reply.code(404).send(UNKNOWN);
      if (content.text !== body.was && content.text !== body.text)
        return reply
          .code(409)
          .send({ code: "changed", message: "The file was changed elsewhere.", text: content.text });
      if (content.text !== body.text) {
        writeInOneMove(content.path, body.text);
        await saved();
      }
      return { file: body.file, text: body.text } satisfies FileOnDisk;
    },
  );
  app.post<EditorRoute>("/studio/language", { schema: { body: askedBody } }, async ({ body }) => ({
    answer: service[body.ask](body.file, body.offset, body.text),
  }));
  app.get<{ Querystring: { file?: string } }>("/studio/diagnostics", async ({ query: { file = "" } }) =>
    service.diagnose((await check()).findings, file),
  );
}
