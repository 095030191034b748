// What the wizard lends its forms: an upload can be broken off, and files on their way hold Next and sending.
import { expect, test, vi } from "vitest";
import type { UploadCalls } from "#api/uploads.ts";
import { setAnalyticsSink } from "#wizard/analytics.ts";
import { createServices } from "#wizard/services.ts";
import { backEnd, openWizard } from "./support/miniature.ts";

test("an upload can be broken off, by its own and when the wizard is left; and what arrived is known by name", async () => {
  const { wizard } = openWizard(backEnd());
  const stop = wizard.start();
  const stored = { id: "f1", name: "brief.pdf", size: 10 };
  const upload = vi.fn<UploadCalls["upload"]>(async () => stored);
  const services = createServices(wizard, { upload, remove: async () => undefined });
  const own = new AbortController();
  const progress = () => undefined;
  const file = new File(["x"], "brief.pdf");
  await services.upload?.upload(file, progress, own.signal);
  await services.upload?.upload(file, progress);
  own.abort();
  const signals = upload.mock.calls.map(([, , signal]) => signal);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  stop();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  expect(services.upload?.known?.("f1")).toEqual(stored);
});

test("files on their way are counted where Next and the send buttons look", () => {
  const { wizard, state } = openWizard(backEnd());
  const services = createServices(wizard, { upload: vi.fn(), remove: async () => undefined });
  services.onUploading?.(2);
  expect(state.get().uploading).toBe(2);
  services.onUploading?.(0);
  expect(state.get().uploading).toBe(0);
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
