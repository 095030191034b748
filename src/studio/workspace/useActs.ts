// Makes acts: the patch for the files as they are now is sent, made once more on their new text where it no longer fits, and kept
// with its reason where it cannot be written.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call, PortalError } from "#api/calls/call.ts";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { productPath, studioQuery } from "../data.ts";
import type { Act, ChangedFiles } from "../server/edit/patch.ts";
import { keepUnsaved, useUnsaved } from "../unsaved.ts";
import { Content } from "./model/content.ts";
import { type Say, useSay } from "./words.ts";

/** Returns the patch for the files as they are, or null where nothing changes. */
export type MakeAct = (content: Content) => Act | null;

export const textsQuery = (product: string) => studioQuery<ChangedFiles>(productPath(product, "texts"));

interface Refusal {
  code: string;
  message: string;
  file: string;
}

/** Undefined: written. Null: the analyst chose not to. Otherwise why it is refused. */
export type Outcome = string | undefined | null;

export interface Acts {
  run(make: MakeAct): Promise<Outcome>;
  step(way: "undo" | "redo"): Promise<void>;
  /** An act that the server makes, because it changes files that the pages do not have. */
  send(path: string, body: object): Promise<Outcome>;
  isSaving: boolean;
  /** How many acts could not be written and are not lost. */
  unsaved: number;
  retry(): Promise<void>;
  /** Why the last one was refused. */
  message: string | undefined;
}

export function useActs(product: string): Acts {
  const queries = useQueryClient();
  const say = useSay();
  const [running, setRunning] = useState(0);
  const unsaved = [...useUnsaved()].flatMap(([name, kept]) =>
    "make" in kept && kept.product === product ? [{ name, make: kept.make }] : [],
  );
  const [message, setMessage] = useState<string>();
  // One after the other: each is made of the texts that the one before it left.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const attempt = async (send: () => Promise<Refusal | undefined>): Promise<Refusal | undefined> => {
    setRunning((count) => count + 1);
    const sent = queue.current.then(send);
    queue.current = sent;
    const refusal = await sent;
    setRunning((count) => count - 1);
    const reason = refusal && explain(refusal, say);
    setMessage(reason);
    if (reason) announce(reason, "assertive");
    return refusal;
  };
  const run = async (make: MakeAct) => {
    let merge: string | undefined;
    const noteMerge: MakeAct = (content) => {
      const act = make(content);
      merge ??= act?.merge;
      return act;
    };
    const refusal = await attempt(() => sendAct(queries, product, noteMerge));
    const isKept = refusal && ["unwritable", "away"].includes(refusal.code);
    // What is typed further replaces what was typed before.
    keepUnsaved(`${product} ${merge ?? crypto.randomUUID()}`, isKept ? { product, make } : null);
    return refusal && explain(refusal, say);
  };
  const retry = async () => {
    for (const { name, make } of unsaved) {
      keepUnsaved(name, null);
      await run(make);
    }
  };
  const step = async (way: "undo" | "redo") => {
    await attempt(() => post(queries, product, `/studio/acts/${way}`));
  };
  const send = async (path: string, body: object) => {
    const refusal = await attempt(() => post(queries, product, path, body));
    return refusal && explain(refusal, say);
  };
  return { run, step, send, isSaving: running > 0, unsaved: unsaved.length, retry, message };
}

const REASONS = ["changed", "shape", "unwritable", "nothing"] as const;

function explain({ code, file, message }: Refusal, say: Say): string {
  const reason = REASONS.find((each) => each === code);
  return reason ? say(`refused_${reason}`, { file: file.slice(file.lastIndexOf("/") + 1), message }) : say("away");
}

async function sendAct(queries: QueryClient, product: string, make: MakeAct): Promise<Refusal | undefined> {
  const refusal = await sendOnce(queries, product, make);
  if (refusal?.code !== "changed") return refusal;
  await queries.refetchQueries({ queryKey: textsQuery(product).queryKey });
  return sendOnce(queries, product, make);
}

async function sendOnce(queries: QueryClient, product: string, make: MakeAct): Promise<Refusal | undefined> {
  const texts = await queries.ensureQueryData(textsQuery(product));
  const act = make(new Content(product, texts));
  return act && act.edits.length > 0 ? post(queries, product, "/studio/acts", act) : undefined;
}

async function post(queries: QueryClient, product: string, path: string, body?: object): Promise<Refusal | undefined> {
  try {
    const { files } = await call<{ files: ChangedFiles }>("POST", path, { body: body ?? {} });
    queries.setQueryData(textsQuery(product).queryKey, (texts: ChangedFiles = {}) => {
      // A file without a text was made by an act that is taken back.
      const left = Object.entries({ ...texts, ...files }).filter(([, text]) => text !== "");
      return Object.fromEntries(left);
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof PortalError) || error.status === 0) return { code: "away", message: "", file: "" };
    return { code: error.code, message: error.message, file: String(Object(error.body).file ?? "") };
  }
}
