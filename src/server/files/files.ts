// Checks a file before it is stored (kind, active content, virus scanner if configured), and gives access to the file store.
import type { FastifyBaseLogger } from "fastify";
import type { FileKind } from "#content/files/judgeFile.ts";
import { FILE_RULES, isAccepted } from "#engine/rules/fileRules.ts";
import type { Config } from "../config/config.ts";
import { PortalError, unavailable } from "../http/errors/portalError.ts";
import { createCheckThread, type FileOwner } from "./checkThread.ts";
import { createFileStore, type FileStore } from "./fileStore.ts";
import { createScanner, NotScanned } from "./scanner.ts";

interface JudgedFile {
  name: string;
  content: Buffer;
  owner: FileOwner;
  log: FastifyBaseLogger;
}

export interface Files {
  store: FileStore;
  /** `log`: the request's logger. @throws {PortalError} for a file that is refused, or when the check or the scanner does not answer. */
  judge(file: JudgedFile): Promise<FileKind>;
  /** Quota in bytes for an office's files in requests that are not sent yet. */
  mostOfOffice: number;
  close(): Promise<void>;
}

export function createFiles(config: Config, log: FastifyBaseLogger): Files {
  const scanner = config.scannerUrl ? createScanner(config.scannerUrl) : undefined;
  if (!scanner && config.env === "production")
    log.warn("SCANNER_URL is not set: files of brokers are judged by their content, and not scanned for viruses");

  const thread = createCheckThread();

  async function check({ name, content, owner, log: callLog }: JudgedFile): Promise<FileKind> {
    const verdict = await thread.check({ name, content }, owner).catch((error: unknown) => {
      callLog.error({ err: error }, "the check of a file failed");
      throw unavailable("unavailable.scanner");
    });
    if ("kind" in verdict) return verdict.kind;
    if (!isAccepted(name, FILE_RULES.extensions)) throw wrongKind(FILE_RULES.extensions);
    throw new PortalError(verdict.refused, { values: { part: verdict.part ? ` (${verdict.part})` : "" } });
  }

  async function scan(content: Buffer, callLog: FastifyBaseLogger): Promise<void> {
    const virus = await scanner?.scan(content).catch((error: unknown) => {
      if (!(error instanceof NotScanned)) throw error;
      callLog.error({ err: error }, `the virus scanner did not scan a file: ${error.message}`);
      throw error.mayWorkLater ? unavailable("unavailable.scanner") : new PortalError("unavailable.scanner_setup");
    });
    if (!virus) return;
    callLog.warn({ found: virus }, "the virus scanner found a virus: the file is refused");
    throw new PortalError("file_unsafe.scanner");
  }

  return {
    store: createFileStore(config),
    async judge(file) {
      if (file.content.length === 0) throw new PortalError("file_empty");
      const kind = await check(file);
      await scan(file.content, file.log);
      return kind;
    },
    mostOfOffice: config.filesOfOffice,
    close: thread.close,
  };
}

/** `extensions`: those that are accepted, with their dots. */
export const wrongKind = (extensions: readonly string[]) =>
  new PortalError("file_type", {
    values: { allowed: extensions.join(", ") },
    extra: { allowed: extensions.map((extension) => extension.slice(1)) },
  });
