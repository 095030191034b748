// Keeps text that is typed on a page of the portal and not sent, as the wizard keeps its answers (decisions 86): on this
// device, unreadable there, within a tenth of a second, per tab, until it is sent or the user logs out.
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { beforePageGoes } from "#api/drafts/leaving.ts";
import type { DraftOwner } from "#api/drafts/openDraft.ts";
import { profileQuery } from "#api/profile.ts";

const TYPING_MS = 80;
const markWaiting = (waits: boolean) => document.body.toggleAttribute("data-draft-waits", waits);

interface DraftKeeper<Content> {
  /** Stores the current content. Null if there is none to store. */
  keep(content: Content | null): void;
  /** Deletes content that was sent or discarded. */
  forget(): void;
}

/** Loaded when needed, since the wizard uses it too. Null if it cannot be loaded: then the text is not stored. */
async function openVault<Content>(owner: DraftOwner<Content>) {
  const drafts = await import("#api/drafts/openDraft.ts").catch(() => null);
  return drafts?.openDraft(owner) ?? null;
}

function openKeeper<Content>(owner: DraftOwner<Content>, restore: (content: Content) => void) {
  let newest: Content | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStored = true;
  let written: Content | null | undefined;
  let ended = false;
  const opened = openVault(owner).then(async (vault) => {
    const stored = (await vault?.read()) ?? null;
    if (stored !== null && newest === undefined && !ended) restore(stored);
    return vault;
  });
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const content = newest;
    if (content === undefined || (isStored && content === written)) return;
    written = content;
    void opened.then(async (vault) => {
      if (content === newest) isStored = (await vault?.write(content)) ?? false;
      if (timer === undefined) markWaiting(false);
    });
  };
  const stop = beforePageGoes(write, () => !isStored && Boolean(newest));
  const keeper: DraftKeeper<Content> = {
    keep(content) {
      newest = content;
      markWaiting(true);
      timer ??= setTimeout(write, TYPING_MS);
    },
    forget() {
      clearTimeout(timer);
      timer = undefined;
      newest = undefined;
      written = undefined;
      void opened.then((vault) => vault?.clear()).then(() => markWaiting(false));
    },
  };
  const end = () => {
    write();
    ended = true;
    stop();
  };
  return { keeper, end };
}

interface KeptParts<Content> extends Pick<DraftOwner<Content>, "parse"> {
  /** Restores the stored content, unless the user has typed meanwhile. */
  restore(content: Content): void;
}

/** `scope` names the form or the message. */
export function useKept<Content>(scope: string, parts: KeptParts<Content>): DraftKeeper<Content> {
  const { data: profile } = useQuery(profileQuery());
  const [user, key] = [profile?.login ?? "", profile?.draftKey ?? null];
  const parse = useEffectEvent(parts.parse);
  const restore = useEffectEvent(parts.restore);
  const keeper = useRef<DraftKeeper<Content> | null>(null);
  /** Typed before the profile was loaded. */
  const early = useRef<Content | null>(null);
  useEffect(() => {
    if (user === "") return;
    const owner = { user, key, scope, parse: (text: string) => parse(text) };
    const opened = openKeeper(owner, (content) => restore(content));
    keeper.current = opened.keeper;
    if (early.current !== null) opened.keeper.keep(early.current);
    early.current = null;
    return () => {
      keeper.current = null;
      opened.end();
    };
  }, [user, key, scope]);
  const keep = useCallback((content: Content | null) => {
    if (keeper.current) keeper.current.keep(content);
    else {
      early.current = content;
      markWaiting(content !== null);
    }
  }, []);
  const forget = useCallback(() => keeper.current?.forget(), []);
  return { keep, forget };
}

const parseText = (text: string): string | null => {
  const content: unknown = JSON.parse(text);
  return typeof content === "string" ? content : null;
};

export type KeptText = ReturnType<typeof useKeptText>;

/** The text of a message, as it is typed. */
export function useKeptText(scope: string) {
  const [text, setText] = useState("");
  const { keep, forget } = useKept(scope, { parse: parseText, restore: setText });
  return {
    text,
    change(typed: string) {
      setText(typed);
      keep(typed === "" ? null : typed);
    },
    forget() {
      setText("");
      forget();
    },
  };
}
