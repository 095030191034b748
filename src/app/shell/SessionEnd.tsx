// Warns in time before the session ends and extends it while the user types (WCAG 2.2.1), in all tabs together. Inactive
// with a back end that does not send when a session ends.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { stayLoggedIn } from "#api/calls/call.ts";
import { type SessionEnd as End, onSessionEnd, sessionEnd } from "#api/login/sessionEnd.ts";
import { timeAtInstant } from "#engine/values/dates.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";

type SessionPhase = "calm" | "active" | "warn" | "over";

const LONGEST_WARNING = 5 * 60_000;
/** The least time to answer a warning (WCAG 2.2.1). */
const SHORTEST_WARNING = 20_000;
/** A call before the end, by a clock that runs ahead, would extend the session. */
const GRACE = 2_000;

/**
 * What to do as a session nears its end: wait, a call because the user types, a warning, or logout. `activeAt`: when the user
 * last typed or pressed in this tab.
 */
export function sessionPhase(end: End, activeAt: number, now: number): SessionPhase {
  if (now >= end.endsAt + GRACE) return "over";
  const length = end.endsAt - end.heardAt;
  const warning = Math.max(SHORTEST_WARNING, Math.min(LONGEST_WARNING, length / 4));
  const warns = now >= end.endsAt - warning;
  // A few calls per idle period extend the session early enough while the user types.
  const due = warns || now - end.heardAt >= length / 6;
  if (due && activeAt > end.heardAt && !isFinal(end)) return "active";
  return warns ? "warn" : "calm";
}

/** No call extends it. */
const isFinal = (end: End): boolean => end.finalAt - end.endsAt < 1_000;

const LOOK_EVERY_MS = 5_000;
const AT_WORK = ["keydown", "pointerdown", "input"] as const;

/** When the user last did something in this tab. Waking the device does not count. */
function useActivity() {
  const at = useRef(0);
  useEffect(() => {
    const active = () => {
      at.current = Date.now();
    };
    for (const name of AT_WORK) document.addEventListener(name, active, { capture: true, passive: true });
    return () => {
      for (const name of AT_WORK) document.removeEventListener(name, active, { capture: true });
    };
  }, []);
  return at;
}

/** Checks at intervals, and at once when the page becomes visible again. */
function useLooks(look: () => void): void {
  useEffect(() => {
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", look);
    const stop = onSessionEnd(look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      stop();
    };
  }, [look]);
}

export function SessionEnd() {
  const end = useSyncExternalStore(onSessionEnd, sessionEnd);
  const activity = useActivity();
  const asking = useRef(false);
  const [failed, setFailed] = useState(false);
  const [warned, setWarned] = useState(false);
  const [understood, setUnderstood] = useState(false);
  const stay = useCallback(async () => {
    if (asking.current) return;
    asking.current = true;
    const answered = await stayLoggedIn().then(
      () => true,
      () => false,
    );
    asking.current = false;
    setFailed(!answered);
  }, []);
  const look = useCallback(() => {
    const known = sessionEnd();
    if (!known) return;
    const phase = sessionPhase(known, warned ? 0 : activity.current, Date.now());
    setWarned(phase === "warn" || (phase === "over" && warned));
    if (phase === "active" || phase === "over") void stay();
  }, [activity, stay, warned]);
  useLooks(look);
  if (!end || !warned || (understood && isFinal(end))) return null;
  const close = isFinal(end) ? () => setUnderstood(true) : () => void stay();
  return <Warning end={end} failed={failed} onClose={close} />;
}

function Warning({ end, failed, onClose }: { end: End; failed: boolean; onClose: () => void }) {
  const text = useMessage();
  const time = timeAtInstant(end.endsAt);
  const final = isFinal(end);
  return (
    <Dialog
      title={text("portal.session_end.title")}
      intro={text(final ? "portal.session_end.final" : "portal.session_end.text", { time })}
      onClose={onClose}
    >
      {failed && (
        <Notice tone="danger" role="alert">
          {text("error.network")}
        </Notice>
      )}
      <div className="actions">
        <Button kind="primary" onClick={onClose}>
          {text(final ? "portal.session_end.understood" : "portal.session_end.stay")}
        </Button>
      </div>
    </Dialog>
  );
}
