// Synchronises the text of an editor with its file: saves after a pause in typing if the text is JSON (a table: always), and loads a
// file that another program saved. If both changed, both are kept until the analyst chooses.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { call, PortalError } from "#api/calls/call.ts";
import { studioQuery } from "../data.ts";
import type { FileOnDisk } from "../server/edit/editing.ts";
import { keepUnsaved, readUnsaved } from "../unsaved.ts";

type FileState = "saved" | "typing" | "no-json" | "changed-elsewhere" | "deleted" | "failed";

const REST_MS = 250;

/** The server's response if it does not save. */
const REFUSED: Record<number, FileState> = { 404: "deleted", 409: "changed-elsewhere" };

/** A table is saved at every moment, because half of one can be read too. The check reports its faults. */
const isWhole = (file: string, text: string): boolean => {
  if (isTable(file)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

export const isTable = (file: string): boolean => file.endsWith(".csv");

type FileWriter = (body: FileOnDisk & { was: string }) => Promise<unknown>;
const putFile: FileWriter = (body) => call<FileOnDisk>("PUT", "/studio/file", { body });

export class FileSaver {
  readonly #file: string;
  readonly #tell: (state: FileState) => void;
  readonly #put: FileWriter;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #said: FileState | "away" = "away";
  /** The file's text by the server's last response. */
  disk: string;
  text: string;

  constructor({ file, text: disk }: FileOnDisk, say: (state: FileState) => void, put: FileWriter = putFile) {
    const left = readUnsaved().get(file);
    this.#file = file;
    this.#tell = say;
    this.#put = put;
    const { was = disk, text = disk } = left && "text" in left ? left : {};
    this.disk = was;
    this.text = text;
  }

  get clean(): boolean {
    return this.text === this.disk;
  }

  typed(text: string): void {
    this.text = text;
    keepUnsaved(this.#file, { was: this.disk, text });
    this.#say("typing");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), REST_MS);
  }

  /** The file, the server or the network was unavailable. Every other state needs an action of the analyst. */
  retry(): void {
    if (!this.clean && ["away", "deleted", "failed"].includes(this.#said)) void this.save();
  }

  /** `anyway`: saves also text that is not JSON, because the analyst chose to. */
  save(anyway = false): Promise<unknown> {
    clearTimeout(this.#timer);
    this.#queue = this.#queue.then(() => this.#send(anyway));
    return this.#queue;
  }

  async #send(anyway: boolean): Promise<void> {
    const { text, disk } = this;
    if (text === disk) return this.#settle();
    if (!anyway && !isWhole(this.#file, text)) return this.#say("no-json");
    try {
      await this.#put({ file: this.#file, text, was: disk });
      this.disk = text;
      if (this.clean) this.#settle();
    } catch (error) {
      this.#say((error instanceof PortalError && REFUSED[error.status]) || "failed");
    }
  }

  #say(state: FileState): void {
    this.#said = state;
    this.#tell(state);
  }

  #settle(): void {
    keepUnsaved(this.#file, null);
    this.#say("saved");
  }

  /** Returns the text to show when the file has changed, or undefined if the editor's text stays. */
  arrived(disk: string): string | undefined {
    if (disk === this.disk) return undefined;
    if (disk !== this.text && !this.clean) {
      this.#say("changed-elsewhere");
      return undefined;
    }
    this.disk = disk;
    this.text = disk;
    this.#settle();
    return disk;
  }

  /** The chosen version: the file's or the editor's. */
  choose(disk: string, keep: boolean): string {
    this.disk = disk;
    if (!keep) this.text = disk;
    void this.save(true);
    return this.text;
  }
}

export function useSavedFile(file: string) {
  const { data, dataUpdatedAt, refetch, error } = useQuery(
    studioQuery<FileOnDisk>("/studio/file", { query: { file } }),
  );
  const [state, setState] = useState<FileState>("saved");
  const first = useRef<string | undefined>(undefined);
  first.current ??= data?.text;
  const begin = first.current;
  const saver = useMemo(
    () => (begin === undefined ? null : new FileSaver({ file, text: begin }, setState)),
    [file, begin],
  );
  useEffect(() => () => void saver?.save(), [saver]);
  // Each time that the file is read: what could not be saved before may be saved now.
  useEffect(() => {
    if (dataUpdatedAt > 0) saver?.retry();
  }, [saver, dataUpdatedAt]);
  const gone = error instanceof PortalError && error.status === 404;
  return { saver, state: gone ? "deleted" : state, disk: data?.text, refetch } as const;
}
