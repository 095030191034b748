// Uploads of files to the fields of a request (decisions 34, 164): one file a call, with progress. XMLHttpRequest, because
// fetch reports no upload progress. Headers, 401 and errors are those of every call.

import { call } from "../calls/call.ts";
import { announceChange } from "../calls/changes.ts";
import { PortalError, toPortalError, unclear } from "../calls/errors.ts";
import { isRefusal } from "../calls/fieldErrors.ts";
import { standardHeaders, withQuery } from "../login/session.ts";
import { readSessionUser, stopForOtherUser } from "../login/sessionUser.ts";
import { unauthorised } from "../login/unauthorised.ts";
import { asWire, numberOrNull, text } from "../wire/wire.ts";
import type { UploadAnswer } from "../wire/wireTypes.ts";
import { draftHeader, type WizardPlace, wizardBase } from "./wizardPaths.ts";

interface SendOptions {
  /** Names the file: sent again under the same key it is the same file. A back end without it takes it for another. */
  key: string;
  /** `<step>.<path>` of its field. Left out: that of the step that explains answers. */
  field?: string | undefined;
  onProgress(fraction: number): void;
  signal?: AbortSignal;
}

export interface UploadCalls {
  upload(file: File, options: SendOptions): Promise<UploadAnswer>;
  remove(id: string): Promise<void>;
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

async function settle(
  request: XMLHttpRequest,
  file: File,
  done: (answer: UploadAnswer) => void,
  failed: (error: PortalError) => void,
) {
  await stopForOtherUser(readSessionUser(request));
  const body = parseJson(request.responseText);
  if (request.status === 401) void unauthorised();
  if (request.status < 200 || request.status >= 300 || isRefusal(body)) {
    failed(toPortalError(request.status, body, (name) => request.getResponseHeader(name)));
    return;
  }
  const answer = asWire(asWire(body).data ?? body);
  const id = text(answer, "id");
  // A file without an id can be neither sent nor removed, so it must not count as stored.
  if (!id) failed(unclear());
  else done({ id, name: text(answer, "name") || file.name, size: numberOrNull(answer, "size") ?? file.size });
}

function send(address: string, file: File, headers: Record<string, string>, { onProgress, signal }: SendOptions) {
  return new Promise<UploadAnswer>((done, failed) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    // As long as the server waits for the largest file.
    request.timeout = 600_000;
    for (const [name, value] of Object.entries({ ...standardHeaders(), ...headers }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () => void settle(request, file, done, failed);
    request.onerror = () => failed(new PortalError({ code: "network" }));
    request.ontimeout = () => failed(new PortalError({ code: "timeout" }));
    request.onabort = () => failed(new PortalError({ code: "aborted" }));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    const form = new FormData();
    form.append("file", file, file.name);
    request.send(form);
  });
}

/** A file that is not there any more is removed: the answer to an earlier call may have been lost. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof PortalError) || error.status !== 404) throw error;
}

/** `draft`: which draft was opened. A tab that was left open after sending begins none with its files. */
export const createUploads = (wizardPlace: WizardPlace, draft?: string): UploadCalls =>
  createUploadsAt(`${wizardBase(wizardPlace)}/uploads`, draftHeader(draft));

export function createUploadsAt(base: string, headers: Record<string, string> = {}): UploadCalls {
  return {
    upload: (file, options) =>
      send(
        withQuery(base, { field: options.field }),
        file,
        { ...headers, "Idempotency-Key": options.key },
        options,
      ).finally(() => announceChange("POST", base)),
    remove: async (id) => {
      await call("DELETE", `${base}/${encodeURIComponent(id)}`, { headers }).catch(ignoreMissing);
    },
  };
}
