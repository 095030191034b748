// Files: progress, refusals per file, removal, retry. Only ids of stored files come into the data.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { FieldFiles, UploadService } from "#widgets/runtime/runtime.ts";
import { findLabel } from "#widgets/runtime/words.ts";
import { byId, findError, openForm } from "./support.tsx";

const schema = { type: "object", properties: { file: { type: "array", maxItems: 2, items: { type: "string" } } } };
const ui = { file: { "ui:field": "dropzone", "ui:options": { accept: [".pdf", ".msg"], maxSize: 1000 } } };

/** An upload service whose answers the test gives. */
function service() {
  const waiting: {
    name: string;
    key: string;
    progress: (share: number) => void;
    signal: AbortSignal | undefined;
    done: (id: string) => void;
    fail: (code: string, parts?: object) => void;
  }[] = [];
  const removed: string[] = [];
  const upload: UploadService = {
    upload: (file, { key, onProgress: progress, signal }) =>
      new Promise((resolve, reject) => {
        waiting.push({
          name: file.name,
          key,
          progress,
          signal,
          done: (id) => resolve({ id, name: file.name, size: file.size }),
          fail: (code, parts) => reject({ code, ...parts }),
        });
      }),
    remove: async (id) => {
      removed.push(id);
    },
    known: (id) => ({ id, name: `${id}.pdf`, size: 500 }),
  };
  return { upload, waiting, removed };
}

const file = (name: string, size = 10) => new File(["x".repeat(size)], name);
const rows = () => [...document.querySelectorAll<HTMLElement>("ul[aria-label] > li")];
const input = () => document.querySelector<HTMLInputElement>("input[type=file]")!;

async function opened(data = {}, described: object = { schema, ui }) {
  const uploadService = service();
  const running: number[] = [];
  const failed: string[][] = [];
  let last: FieldFiles | undefined;
  const onFiles = (_field: string, files: FieldFiles) => {
    last = files;
    running.push(files.uploading.length);
    failed.push(files.failed.map(({ name }) => name));
  };
  const services = { upload: uploadService.upload, onFiles };
  const form = await openForm({ schema, ui, ...described, data, props: { services } });
  await expect.poll(() => document.querySelector("input[type=file]")).not.toBeNull();
  return { ...form, ...uploadService, running, failed, files: () => last };
}

test("a file shows its share while it goes up, and its id comes into the data when it is there", async () => {
  const { session, waiting } = await opened();
  await userEvent.upload(input(), file("brief.pdf"));
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]!.progress(0.64);
  await expect.poll(() => rows()[0]?.textContent).toContain("64%");
  await expect.poll(() => rows()[0]!.querySelector("progress")!.value).toBe(64);
  expect(session.data().file).toBeUndefined();
  waiting[0]!.done("f1");
  await expect.poll(() => session.data().file).toEqual(["f1"]);
  await expect.poll(() => rows()[0]!.querySelector("progress")).toBeNull();
});

test("a file of a field in a group goes there by its address, and its refusal is named with the group", async () => {
  const { upload } = service();
  const addresses: (string | undefined)[] = [];
  const stored: UploadService["upload"] = async ({ name, size }, { field }) => {
    addresses.push(field);
    return { id: "f1", name, size };
  };
  const { session, presented } = await openForm({
    schema: { type: "object", properties: { it: schema } },
    ui: { it: { "ui:field": "group", ...ui } },
    texts: { "field.it.label": "Zaken", "field.it.file.label": "Bewijs" },
    props: { services: { upload: { ...upload, upload: stored } } },
  });
  await expect.poll(() => document.querySelector("input[type=file]")).not.toBeNull();
  await userEvent.upload(input(), file("brief.pdf"));
  await expect.poll(() => session.data()).toEqual({ it: { file: ["f1"] } });
  expect(addresses).toEqual(["step.it.file"]);
  session.setServerErrors([{ pointer: "/it/file", keyword: "refused", params: {} } as never]);
  await expect.poll(() => findError("step_it_file")).toBeTruthy();
  expect(findLabel({ ...presented(), answers: {} }, ["it", "file"], {} as never)).toBe("Zaken – Bewijs");
});

test("too large, wrong type and too many stay in the list with their reason, and are never sent", async () => {
  const { waiting, session } = await opened();
  await userEvent.upload(input(), [
    file("groot.pdf", 2000),
    file("virus.exe"),
    file("a.msg"),
    file("b.pdf"),
    file("c.pdf"),
  ]);
  await expect.poll(() => rows().length).toBe(5);
  await expect.poll(() => rows()[0]!.textContent).toContain("Het bestand groot.pdf is te groot");
  await expect
    .poll(() => rows()[1]!.textContent)
    .toContain("Het bestandstype van virus.exe is niet toegestaan. Toegestaan: .pdf, .msg.");
  await expect.poll(() => rows()[4]!.textContent).toContain("maximaal 2 bestanden");
  expect(waiting.map(({ name }) => name)).toEqual(["a.msg", "b.pdf"]);
  expect(session.data().file).toBeUndefined();
});

test("a failed upload can be tried again", async () => {
  const { waiting, session } = await opened();
  await userEvent.upload(input(), file("brief.pdf"));
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]!.fail("network");
  await expect.poll(() => rows()[0]?.textContent).toContain("Het uploaden van de bestanden is mislukt.");
  await userEvent.click(
    [...rows()[0]!.querySelectorAll("button")].find((button) => button.textContent === "Opnieuw proberen")!,
  );
  expect(rows()[0]!.contains(document.activeElement), "the button is gone, the focus stays in its row").toBe(true);
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]!.done("f2");
  expect(waiting[1]!.key, "the same file, whatever became of the first answer").toBe(waiting[0]!.key);
  await expect.poll(() => session.data().file).toEqual(["f2"]);
});

test("a file that came too slowly, or that a proxy refused, has a message, and only the first can be sent again", async () => {
  const { waiting } = await opened();
  await userEvent.upload(input(), [file("traag.pdf"), file("proxy.pdf")]);
  await expect.poll(() => waiting.length).toBe(2);
  waiting[0]!.fail("timeout", { status: 408 });
  waiting[1]!.fail("too_large", { status: 413, body: null });
  await expect.poll(() => rows()[0]!.textContent).toContain("Het uploaden van traag.pdf duurde te lang");
  await expect.poll(() => rows()[1]!.textContent).toContain("proxy.pdf is te groot voor uw netwerk");
  expect(rows().map((row) => row.textContent!.includes("Opnieuw proberen"))).toEqual([true, false]);
});

test("the owner hears which files failed, and may send them again or take them out from elsewhere", async () => {
  const { waiting, removed, failed, files } = await opened();
  await userEvent.upload(input(), [file("brief.pdf"), file("virus.pdf")]);
  await expect.poll(() => waiting.length).toBe(2);
  waiting[0]!.fail("network");
  waiting[1]!.fail("file_type");
  await expect.poll(() => failed.at(-1)).toEqual(["brief.pdf", "virus.pdf"]);
  const [letter, virus] = files()?.failed ?? [];
  expect(virus?.retry, "another try cannot help").toBeUndefined();
  virus?.remove();
  letter?.retry?.();
  await expect.poll(() => waiting.length).toBe(3);
  expect(failed.at(-1)).toEqual([]);
  waiting[2]!.fail("network");
  await expect.poll(() => failed.at(-1)).toEqual(["brief.pdf"]);
  files()?.failed[0]?.remove();
  expect(failed.at(-1)).toEqual([]);
  expect(removed, "it may have arrived although no answer came").toEqual([waiting[1]!.key, waiting[0]!.key]);
});

test("a file that is refused at once is a message, and holds nothing", async () => {
  const { waiting, failed } = await opened();
  await userEvent.upload(input(), [file("programma.exe"), file("groot.pdf", 2_097_153)]);
  await expect.poll(rows).toHaveLength(2);
  expect(waiting).toEqual([]);
  expect(failed.at(-1)).toEqual([]);
});

test("removing takes the id out, notifies the server, and keeps the focus", async () => {
  const { session, removed } = await opened({ file: ["a", "b"] });
  expect(rows().map((row) => row.querySelector("span")!.textContent)).toEqual(["a.pdf", "b.pdf"]);
  await userEvent.click(rows()[0]!.querySelector("button")!);
  expect(session.data().file).toEqual(["b"]);
  expect(removed).toEqual(["a"]);
  await expect.poll(() => rows()[0]!.contains(document.activeElement)).toBe(true);
  await userEvent.click(rows()[0]!.querySelector("button")!);
  expect(session.data().file).toBeUndefined();
  await expect.poll(() => document.activeElement).toBe(byId("step_file__choose"));
});

test("a file that is removed while it goes up is broken off, and the owner hears how many are on their way", async () => {
  const { waiting, running, session } = await opened();
  await userEvent.upload(input(), [file("een.pdf"), file("twee.pdf")]);
  await expect.poll(() => running.at(-1)).toBe(2);
  await userEvent.click(rows()[0]!.querySelector("button")!);
  expect(waiting.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  expect(running.at(-1)).toBe(1);
  waiting[0]!.fail("aborted");
  waiting[1]!.done("f2");
  await expect.poll(() => session.data().file).toEqual(["f2"]);
  expect(running.at(-1)).toBe(0);
  await expect.poll(() => rows()).toHaveLength(1);
});

test("closing the step breaks nothing off: the file arrives, and a step opened again shows it", async () => {
  const first = await opened();
  await userEvent.upload(input(), [file("een.pdf"), file("twee.pdf")]);
  await expect.poll(() => first.waiting.length).toBe(2);
  const { session, waiting, running } = first;
  await first.again({ closed: true });
  await expect.poll(() => rows()).toHaveLength(0);
  expect(waiting.map(({ signal }) => signal?.aborted)).toEqual([false, false]);
  waiting[0]!.done("f1");
  await expect.poll(() => session.data().file).toEqual(["f1"]);
  expect(running.at(-1)).toBe(1);
  await first.again({ closed: false });
  await expect.poll(() => rows().map((row) => row.querySelector("span")!.textContent)).toEqual(["een.pdf", "twee.pdf"]);
  await first.again({ closed: true });
  waiting[1]!.fail("network");
  await expect.poll(() => document.querySelector("[role=alert]")?.textContent).toContain("twee.pdf");
  await first.again({ closed: false });
  await expect.poll(() => rows()[1]?.querySelector("[role=alert]")).not.toBeNull();
  await userEvent.click(rows()[1]!.querySelector<HTMLElement>("[role=alert] button")!);
  waiting[2]!.done("f2");
  await expect.poll(() => session.data().file).toEqual(["f1", "f2"]);
});

test("a file goes with its record, also one that arrives after it, and comes back when the removal is undone", async () => {
  const site = { type: "object", properties: { photo: schema.properties.file } };
  const { session, waiting, running } = await opened(
    { sites: [{ _id: "a", photo: ["f1"] }, { _id: "b" }] },
    {
      schema: { type: "object", properties: { sites: { type: "array", items: site } } },
      ui: { sites: { "ui:field": "list", "ui:options": { layout: "table" }, photo: ui.file } },
    },
  );
  expect(document.querySelector("[class*=head]")?.textContent, "the limit").toMatch(/1\s?kB/);
  await userEvent.upload(input(), file("een.pdf"));
  await expect.poll(() => waiting.length).toBe(1);
  await userEvent.click([...byId("step_sites_a").closest("li")!.querySelectorAll("button")].at(-1)!);
  await expect.poll(() => session.data().sites).toEqual([{ _id: "b" }]);
  expect(running.at(-1)).toBe(0);
  waiting[0]!.done("f2");
  await userEvent.click(byId("step_sites__undo"));
  await expect.poll(() => session.data().sites).toEqual([{ _id: "a", photo: ["f1", "f2"] }, { _id: "b" }]);
});

test("files can be dropped", async () => {
  const { waiting } = await opened();
  const zone = input().parentElement!;
  const transfer = new DataTransfer();
  transfer.items.add(file("gesleept.pdf"));
  zone.dispatchEvent(new DragEvent("dragenter", { bubbles: true, cancelable: true, dataTransfer: transfer }));
  await expect.poll(() => getComputedStyle(zone).borderStyle).toBe("solid");
  zone.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
  await expect.poll(() => waiting[0]?.name).toBe("gesleept.pdf");
});
