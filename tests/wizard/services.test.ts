// What the wizard lends its forms: an upload can be broken off, and files on their way hold Next and sending.

import { describe, expect, test, vi } from "vitest";
import type { UploadCalls } from "#api/wizard/uploads.ts";
import { setAnalyticsSink } from "#wizard/analytics.ts";
import { failedFiles, filesHold } from "#wizard/model/sending/files.ts";
import { createServices } from "#wizard/services.ts";
import { wrong } from "./support/answers.ts";
import { beginRequest, openAt, serveRequests } from "./support/request.ts";

serveRequests();

const extra = "additional-explanation";

test("an upload can be broken off, by its own and when the wizard is left; and what arrived is known by name", async () => {
  const { wizard, stop } = await openAt();
  const stored = { id: "f1", name: "brief.pdf", size: 10 };
  const upload = vi.fn<UploadCalls["upload"]>(async () => stored);
  const services = createServices(wizard, { upload, remove: async () => undefined });
  const own = new AbortController();
  const onProgress = () => undefined;
  const file = new File(["x"], "brief.pdf");
  await services.upload?.upload(file, { key: "one", onProgress, signal: own.signal });
  await services.upload?.upload(file, { key: "two", onProgress });
  own.abort();
  const signals = upload.mock.calls.map(([, options]) => options.signal);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  stop();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  expect(services.upload?.known?.("f1")).toEqual(stored);
});

test("files on their way, and failed ones, hold sending, whatever step they belong to", async () => {
  const { wizard, state } = await openAt();
  const services = createServices(wizard, { upload: vi.fn(), remove: async () => undefined });
  services.onFiles?.("field", { path: ["file"], step: "general-data", uploading: ["a.pdf"], failed: [] });
  expect(filesHold(state.get())).toEqual({ uploading: true, fileFailed: false });
  const failed = [{ key: "key-1", name: "a.pdf", remove: vi.fn() }];
  services.onFiles?.("field", { path: ["file"], step: "general-data", uploading: [], failed });
  expect(filesHold(state.get())).toEqual({ uploading: false, fileFailed: true });
  expect(failedFiles(state.get(), "general-data").map(({ name }) => name)).toEqual(["a.pdf"]);
  expect(failedFiles(state.get(), "company-data")).toEqual([]);
  services.onFiles?.("gone_file", { path: ["file"], step: "a step that is not asked for", uploading: [], failed });
  services.onFiles?.("field", { path: ["file"], step: "general-data", uploading: [], failed: [] });
  expect(filesHold(state.get())).toEqual({ uploading: false, fileFailed: false });
});

describe("files that arrived and that no saved step names", () => {
  const explanation = "Het ging om een kleine schade.";

  async function left() {
    const request = await beginRequest(extra, { "final-questions": wrong });
    const [first, second] = [await request.upload("brief.pdf"), await request.upload("foto.pdf")];
    return { ...request, first, second, files: [first.id, second.id] };
  }

  test("go along with the next save after a reload or login, once each, and are known by name", async () => {
    const { open, first, second, files } = await left();
    const before = await open();
    before.session(extra).commit({ explanation, file: [first.id] });
    await before.wizard.saving.save(extra, "save");
    const { wizard, session, stored } = await open();
    expect(session(extra).data()).toMatchObject({ file: files });
    const services = createServices(wizard, { upload: vi.fn(), remove: async () => undefined });
    expect(services.upload?.known?.(second.id)).toMatchObject({ name: "foto.pdf" });
    await wizard.saving.save(extra, "next");
    expect((await stored())[extra]?.data).toEqual({ explanation, file: files });
    expect((await open()).session(extra).dirty, "nothing is changed where every file is named").toBe(false);
  });

  test("stay beside what this device kept", async () => {
    const { open, files } = await left();
    const { session, state } = await open({ draft: { [extra]: { data: { explanation } } } });
    expect(session(extra).data()).toEqual({ explanation, file: files });
    expect(state.get().restored).toBe(true);
  });
});

test("a link of content leads to an own page, an https page or a mail program, and nowhere else", async () => {
  const { wizard } = await openAt();
  const services = createServices(wizard, { upload: vi.fn(), remove: async () => undefined });
  const links = {
    own: "/voorwaarden",
    page: "https://example.nl/kaart",
    mail: "mailto:hulp@example.nl",
    script: "javascript:alert(1)",
    data: "data:text/html,<script>alert(1)</script>",
    host: "//evil.example",
    plain: "http://example.nl",
  };
  Object.assign(wizard.core.manifest, { text_values: { ...wizard.core.manifest.text_values, links } });
  const led = Object.keys(links).filter((name) => services.linkTo?.(`links.${name}`) !== undefined);
  expect(led).toEqual(["own", "page", "mail"]);
});

test("a tooltip that opens is reported by its key", async () => {
  const told = vi.fn();
  setAnalyticsSink(told);
  const { wizard } = await openAt();
  createServices(wizard, { upload: vi.fn(), remove: async () => undefined }).onTooltip?.("general-data_kvk");
  setAnalyticsSink(() => undefined);
  const about = { product: "cyber", flow: "newRequest", key: "general-data_kvk" };
  expect(told).toHaveBeenCalledWith("tooltip_opened", about);
});
