// Exports, downloads and uploads answered in every shape (decisions 46, 82): each ends in a valid file or in an error
// that the screen shows. An error message is never saved as a file.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PortalError } from "#api/calls/call.ts";
import { fetchExport, fetchFile } from "#api/calls/files.ts";
import { onUnauthorised } from "#api/login/unauthorised.ts";
import { createUploads } from "#api/wizard/uploads.ts";

const lists = ["relations", "quotations", "policies", "damages", "invoices", "documents"];
const files: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(lists.map((name) => [`${name}-export`, () => fetchExport({ list: `/api/${name}` })])),
  "documents-download": () => fetchFile("/api/documents/1/download", "*/*", "stuk.pdf"),
};

beforeEach(() => onUnauthorised(() => undefined));
afterEach(() => vi.unstubAllGlobals());

const answering = (body: string | null, type?: string, status = 200, disposition?: string) => {
  const headers = new Headers(type === undefined ? {} : { "content-type": type });
  if (disposition) headers.set("content-disposition", disposition);
  vi.stubGlobal(
    "fetch",
    async () => new Response(body === null ? null : new TextEncoder().encode(body), { status, headers }),
  );
};

const wanted = (ask: () => Promise<unknown>) => ask().catch((reason: unknown) => reason);

describe.each(Object.entries(files))("%s", (_name, ask) => {
  test.each([
    ["text/csv; charset=utf-8", "a;b", undefined],
    ["application/octet-stream", "%PDF-1.4", undefined],
    [undefined, "a;b", undefined],
    ["application/json", '{"a":1}', 'attachment; filename="stuk.json"'],
    ["text/html", "<p>", 'attachment; filename="stuk.html"'],
  ])("sent as %s is a file", async (type, body, disposition) => {
    answering(body, type, 200, disposition);
    const { content } = (await ask()) as { content: Blob };
    expect(await content.text()).toBe(body);
  });

  test.each([
    [200, "application/json", '{"success":false,"message":"Nee."}', "refused"],
    [200, "application/problem+json", '{"success":false,"code":"too_many"}', "too_many"],
    [200, "application/json", "[]", "unclear"],
    [200, "application/json", "{", "unclear"],
    [200, "text/html; charset=utf-8", "<html>Log in</html>", "unclear"],
    [200, "text/csv", "", "unclear"],
    [204, undefined, null, "unclear"],
    [404, "application/json", '{"code":"not_found"}', "not_found"],
    [409, "text/html", "<html>", "conflict"],
    [422, "application/json", '{"errors":{"search":["Onjuist"]}}', "invalid"],
    [500, undefined, "", "failed"],
    [503, "text/html", "<html>", "failed"],
  ])("%i %s %s is an error", async (status, type, body, code) => {
    answering(body, type, status);
    const error = await wanted(ask);
    expect(error).toBeInstanceOf(PortalError);
    expect(error).toMatchObject({ code, status: status < 300 ? 200 : status });
  });

  test("a line that breaks in the middle of the file is an error", async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError("terminated")) });
    vi.stubGlobal("fetch", async () => new Response(broken, { headers: { "content-type": "text/csv" } }));
    expect(await wanted(ask)).toMatchObject({ code: "network" });
  });
});

/** The browser's upload, which gives the given answer. */
const uploadAnswers = (status: number, responseText: string) =>
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload = {};
      status = status;
      responseText = responseText;
      onload = () => undefined;
      open() {}
      setRequestHeader() {}
      getResponseHeader = () => null;
      send() {
        this.onload();
      }
    },
  );

describe("wizard-upload", () => {
  const file = new File(["inhoud"], "uitleg.pdf");
  const uploads = createUploads({ product: "p", intermediary: 1, relation: 2 });
  const upload = () => uploads.upload(file, { key: "k", onProgress: () => undefined });

  test.each([
    ['{"id":"a","name":"b.pdf","size":9}', { id: "a", name: "b.pdf", size: 9 }],
    ['{"data":{"id":"a","name":"b.pdf","size":"9"}}', { id: "a", name: "b.pdf", size: 9 }],
    ['{"success":true,"id":7}', { id: "7", name: "uitleg.pdf", size: 6 }],
  ])("answered %s is stored", async (body, stored) => {
    uploadAnswers(201, body);
    expect(await upload()).toEqual(stored);
  });

  test.each([
    [200, "", "unclear"],
    [200, "<html>", "unclear"],
    [200, "[]", "unclear"],
    [200, '{"success":true}', "unclear"],
    [200, '{"data":{"name":"b.pdf"}}', "unclear"],
    [200, '{"success":false,"code":"virus"}', "virus"],
    [200, '{"success":false,"errors":{"file":["Onjuist"]}}', "refused"],
    [409, '{"code":"already_sent"}', "already_sent"],
    [409, "", "conflict"],
    [413, "<html>", "too_large"],
    [422, '{"errors":[{"pointer":"/file","keyword":"type"}]}', "invalid"],
    [500, "null", "failed"],
  ])("%i %s is an error", async (status, body, code) => {
    uploadAnswers(status, body);
    const error = await wanted(upload);
    expect(error).toBeInstanceOf(PortalError);
    expect(error).toMatchObject({ code, status });
  });
});
