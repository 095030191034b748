// What the wizard lends its forms: an upload can be broken off, and files on their way hold Next and sending.
import { describe, expect, test, vi } from "vitest";
import type { UploadCalls } from "#api/uploads.ts";
import { setAnalyticsSink } from "#wizard/analytics.ts";
import { failedNames, filesHold } from "#wizard/model/files.ts";
import { createServices } from "#wizard/services.ts";
import { backEnd, memoryVault, openWizard } from "./support/miniature.ts";

test("an upload can be broken off, by its own and when the wizard is left; and what arrived is known by name", async () => {
  const { wizard } = openWizard(backEnd());
  const stop = wizard.start();
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

test("files on their way, and failed ones, hold sending, whatever step they belong to", () => {
  const { wizard, state } = openWizard(backEnd());
  const services = createServices(wizard, { upload: vi.fn(), remove: async () => undefined });
  services.onFiles?.("general_file", { step: "general", uploading: ["a.pdf"], failed: [] });
  expect(filesHold(state.get())).toEqual({ uploading: true, fileFailed: false });
  const failed = [{ key: "key-1", name: "a.pdf", remove: vi.fn() }];
  services.onFiles?.("general_file", { step: "general", uploading: [], failed });
  expect(filesHold(state.get())).toEqual({ uploading: false, fileFailed: true });
  expect(failedNames(state.get(), "general")).toBe("a.pdf");
  expect(failedNames(state.get(), "company")).toBe("");
  services.onFiles?.("gone_file", { step: "a step that is not asked for", uploading: [], failed });
  services.onFiles?.("general_file", { step: "general", uploading: [], failed: [] });
  expect(filesHold(state.get())).toEqual({ uploading: false, fileFailed: false });
});

describe("files that arrived and that no saved step names", () => {
  const uploads = [
    { id: "f1", name: "brief.pdf", size: 10 },
    { id: "f2", name: "foto.png", size: 20 },
  ];
  const left = (data: object) => {
    const server = backEnd();
    server.forms.general = { data: { ...data }, meta: { revision: 1, uploads } };
    return server;
  };

  test("go along with the next save after a reload or login, once each, and are known by name", async () => {
    const server = left({ kvk: "42793191", file: ["f1"] });
    const { wizard, session } = openWizard(server);
    expect(session("general").data()).toMatchObject({ file: ["f1", "f2"] });
    const services = createServices(wizard, { upload: vi.fn(), remove: async () => undefined });
    expect(services.upload?.known?.("f2")).toEqual(uploads[1]);
    await wizard.saving.save("general", "save");
    expect(server.called("save general")[0]?.body).toMatchObject({ file: ["f1", "f2"] });
  });

  test("stay beside what this device kept", () => {
    const vault = memoryVault();
    const steps = { general: { data: { kvk: "42793274" }, revision: 1 } };
    vault.kept = JSON.stringify({ version: 1, relation: 300101, open: "general", steps });
    const { session, state } = openWizard(left({}), vault);
    expect(session("general").data()).toEqual({ kvk: "42793274", file: ["f1", "f2"] });
    expect(state.get().restored).toBe(true);
  });

  test("nothing is changed where every file is named", () => {
    expect(openWizard(left({ file: ["f1", "f2"] })).session("general").dirty).toBe(false);
  });
});

test("a tooltip that opens is told by its key", () => {
  const told = vi.fn();
  setAnalyticsSink(told);
  const { wizard } = openWizard(backEnd());
  createServices(wizard, { upload: vi.fn(), remove: async () => undefined }).onTooltip?.("general_kvk");
  setAnalyticsSink(() => undefined);
  const about = { product: "miniature", flow: "newRequest", key: "general_kvk" };
  expect(told).toHaveBeenCalledWith("tooltip_opened", about);
});
