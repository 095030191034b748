// The files of one field, outside React: uploads continue while the form renders. Holds names and progress. The form
// data get only the ids of files that the server has. A refused file stays in the list with its reason until it is
// removed.

import { Listeners } from "#engine/form/listeners.ts";
import { type FileRules, isAccepted } from "#engine/rules/fileRules.ts";
import type { FailedFile, StoredUpload, UploadService } from "../../runtime/runtime.ts";

type FileFault =
  | "too_large"
  | "too_large_on_the_way"
  | "too_slow"
  | "type_not_allowed"
  | "too_many"
  | "refused"
  | "upload_failed";

/** Sending the same file again may help. */
export const canRetry = ({ fault, file }: FileEntry): boolean =>
  file !== undefined && (fault === "upload_failed" || fault === "too_slow");

/** Sent and not stored: it holds the request until it is tried again or removed. A file that is refused at once is only a message. */
export const isFailed = ({ state, file }: FileEntry): boolean => state === "refused" && file !== undefined;

export interface FileEntry {
  /** Of the row, and what the server knows the file by until it has an id. */
  key: string;
  name: string;
  size: number | undefined;
  state: "uploading" | "stored" | "refused";
  /** Share that has been sent, 0 to 1. */
  progress: number;
  id?: string;
  fault?: FileFault;
  /** The server's own sentence, of a fault that only it can know. */
  said?: string;
  file?: File;
  /** Stored while its field was away: named as soon as that is back. */
  late?: boolean;
}

interface Options {
  service: UploadService | undefined;
  rules: FileRules;
  /** The field of a step that the files are added to. */
  field?: string;
  /** Ids of everything stored, in the order of the list. */
  onIds(ids: string[]): void;
  onFiles(uploading: string[], failed: FailedFile[]): void;
  /** Whether the field is there. While its record is removed no answer can name a file that arrives. */
  isThere?(): boolean;
  /** Not of a file that was removed or left behind. */
  onFailed(name: string): void;
}

export class UploadList {
  private entries: readonly FileEntry[] = [];
  private readonly listeners = new Listeners();
  private readonly aborts = new Map<string, AbortController>();
  private options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  configure(options: Options): void {
    this.options = options;
  }

  readonly subscribe = this.listeners.onAll;

  readonly snapshot = (): readonly FileEntry[] => this.entries;

  /** Follows the data: adds ids of a resumed draft, removes ids that are gone. */
  adopt(ids: readonly string[]): void {
    const currentIds = this.ids();
    if (this.entries.some(({ late }) => late)) {
      this.set(this.entries.map((entry) => ({ ...entry, late: false })));
      this.options.onIds(this.ids());
      return;
    }
    if (currentIds.length === ids.length && ids.every((id, index) => id === currentIds[index])) return;
    const remaining = this.entries.filter((entry) => entry.state !== "stored" || ids.includes(entry.id ?? ""));
    const fresh = ids.filter((id) => !currentIds.includes(id)).map((id) => this.storedEntry(id));
    this.set([...remaining, ...fresh]);
  }

  add(files: readonly File[]): void {
    for (const file of files) {
      const entry = this.entryOf(file);
      this.set([...this.entries, entry]);
      if (entry.state === "uploading") void this.send(entry, file);
    }
  }

  retry(key: string): void {
    const entry = this.entries.find((each) => each.key === key);
    if (!entry?.file) return;
    this.patch(key, { state: "uploading", progress: 0, fault: undefined });
    void this.send(entry, entry.file);
  }

  /** Those that were refused for no reason of their own. */
  retryFailed(): void {
    for (const { key, fault } of this.entries) if (fault === "upload_failed") this.retry(key);
  }

  remove(key: string): void {
    const entry = this.entries.find((each) => each.key === key);
    this.aborts.get(key)?.abort();
    this.set(this.entries.filter((each) => each.key !== key));
    if (entry?.id) this.options.onIds(this.ids());
    // One that was sent may be there although its answer never came. A file that the server fails to forget is out of the
    // answers already, and shows again when the request is opened.
    if (entry?.id || entry?.file) this.options.service?.remove(entry.id ?? entry.key).catch(() => undefined);
  }

  private storedEntry(id: string): FileEntry {
    const stored = this.options.service?.known?.(id);
    return { key: this.key(), name: stored?.name ?? id, size: stored?.size, state: "stored", progress: 1, id };
  }

  private entryOf(file: File): FileEntry {
    const fault = this.findFault(file);
    const base = { key: this.key(), name: file.name, size: file.size, progress: 0 };
    return fault ? { ...base, state: "refused", fault } : { ...base, state: "uploading", file };
  }

  private findFault(file: File): FileFault | undefined {
    const { extensions, maxSize, maxFiles } = this.options.rules;
    if (extensions.length > 0 && !isAccepted(file.name, extensions)) return "type_not_allowed";
    if (file.size > maxSize) return "too_large";
    if (!this.options.service) return "upload_failed";
    return this.entries.filter((entry) => entry.state !== "refused").length >= maxFiles ? "too_many" : undefined;
  }

  private async send({ key, name }: FileEntry, file: File): Promise<void> {
    const abort = new AbortController();
    this.aborts.set(key, abort);
    try {
      const onProgress = (progress: number) => this.patch(key, { progress });
      const { service, field } = this.options;
      const stored = await service!.upload(file, { key, field, onProgress, signal: abort.signal });
      this.keep(key, stored);
    } catch (error) {
      this.patch(key, { state: "refused", ...readRefusal(error) });
      if ((error as { code?: string } | undefined)?.code !== "aborted") this.options.onFailed(name);
    } finally {
      this.aborts.delete(key);
    }
  }

  private keep(key: string, { id, name, size }: StoredUpload): void {
    if (!this.entries.some((entry) => entry.key === key)) {
      this.options.service?.remove(id).catch(() => undefined);
      return;
    }
    const isThere = this.options.isThere?.() ?? true;
    this.patch(key, { state: "stored", progress: 1, id, name, size, file: undefined, late: !isThere });
    if (isThere) this.options.onIds(this.ids());
  }

  private ids(): string[] {
    return this.entries.flatMap((entry) => (entry.id ? [entry.id] : []));
  }

  private key(): string {
    return `key-${crypto.randomUUID()}`;
  }

  private patch(key: string, change: Partial<FileEntry>): void {
    this.set(this.entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)));
  }

  /** Reports the files that are on their way or have failed. */
  report(): void {
    const uploading = this.entries.filter(({ state }) => state === "uploading").map(({ name }) => name);
    const failed = this.entries.filter(isFailed);
    this.options.onFiles(
      uploading,
      failed.map((entry) => this.failedFile(entry)),
    );
  }

  private failedFile(entry: FileEntry): FailedFile {
    const { key, name } = entry;
    return { key, name, ...(canRetry(entry) ? { retry: () => this.retry(key) } : {}), remove: () => this.remove(key) };
  }

  private set(entries: readonly FileEntry[]): void {
    this.entries = entries;
    this.report();
    this.listeners.callAll();
  }
}

const CODES: Record<string, FileFault> = {
  file_too_large: "too_large",
  too_large: "too_large",
  payload_too_large: "too_large",
  file_type: "type_not_allowed",
  type_not_allowed: "type_not_allowed",
  unsupported_media_type: "type_not_allowed",
  too_many_files: "too_many",
  timeout: "too_slow",
};

interface UploadError {
  code?: string;
  status?: number;
  said?: string;
  temporary?: boolean;
  body?: unknown;
}

/** A 413 without a body of the server comes from a proxy, whose limit is not known here. */
function readRefusal(error: unknown): Pick<FileEntry, "fault" | "said"> {
  const { code = "", status, said, temporary, body } = (error ?? {}) as UploadError;
  if (status === 413 && body === null) return { fault: "too_large_on_the_way" };
  const fault = CODES[code];
  if (fault) return { fault };
  return said && !temporary ? { fault: "refused", said } : { fault: "upload_failed" };
}
