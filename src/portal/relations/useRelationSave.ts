// Saves the relation form with the revision it started from, once however often the button is pressed, and only when something
// changed. When another user saved first, fields that only they changed are taken over. Where both changed a field, the user
// chooses (decisions 38).
import { useMutation } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isRefused, refusalErrors } from "#api/calls/call.ts";
import { whenRefreshed } from "#api/calls/changes.ts";
import { type Relation, readRelationConflict, relationFormData, saveRelation } from "#api/portfolio/relations.ts";
import { type Comparison, compare, resolve } from "#engine/answers/conflict.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Answers } from "#engine/schema/types.ts";
import { focusField } from "#widgets/runtime/focus.ts";
import type { Choices } from "#widgets/ui/notice/ConflictChoices.tsx";
import { useKept } from "../kit/form/useKept.ts";
import type { PortalForm } from "../kit/form/usePortalForm.ts";
import { usePaths } from "../kit/usePortal.ts";

const mostTries = 5;

/** Whether the form contains unsaved changes. `done`: it is being left, saved or not. */
function useChanged(session: PortalForm["session"], base: RefObject<Relation>) {
  const done = useRef(false);
  const changed = useCallback(() => {
    session.flush();
    return !done.current && !sameValue(session.active(), relationFormData(base.current));
  }, [session, base]);
  return { changed, done };
}

interface KeptForm {
  /** What the form started from, with its revision. */
  base: Relation;
  data: Answers;
}

function parseForm(text: string): KeptForm | null {
  const content = JSON.parse(text) as Partial<KeptForm> | null;
  return content?.base && content.data ? { base: content.base, data: content.data } : null;
}

/** Stores changes of the form on this device until it is left for good, and restores them after a reload. */
function useLocalDraft(session: PortalForm["session"], base: RefObject<Relation>, done: RefObject<boolean>) {
  const stored = useRef(base.current);
  const [restored, setRestored] = useState(false);
  const { keep, forget } = useKept<KeptForm>(`relation/${base.current.number}`, {
    parse: parseForm,
    restore(kept) {
      base.current = kept.base;
      session.replace(kept.data);
      setRestored(true);
    },
  });
  useEffect(() => {
    const tell = () => {
      if (done.current) return;
      const data = session.pending();
      keep(sameValue(data, relationFormData(base.current)) ? null : { base: base.current, data });
    };
    const stops = [session.onTyped(tell), session.subscribeAll(tell)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [session, base, done, keep]);
  return {
    forget() {
      done.current = true;
      forget();
    },
    restored,
    /** Shows the stored data again instead of the restored changes. */
    discard() {
      base.current = stored.current;
      session.replace(relationFormData(base.current));
      setRestored(false);
    },
  };
}

/** What someone else stored first, and where both changed a field. */
interface Clash {
  stored: Relation;
  comparison: Comparison;
}

/** Saves the form, again when only other fields were changed meanwhile. Where both changed a field there is a clash to settle. */
function useAttempt(session: PortalForm["session"], number: number, base: RefObject<Relation>) {
  const [clash, setClash] = useState<Clash | null>(null);
  const compareWith = (stored: Relation) =>
    compare(relationFormData(base.current), session.active(), relationFormData(stored));
  const take = (stored: Relation, data: Answers) => {
    base.current = stored;
    session.replace(data);
    setClash(null);
  };

  /**
   * False: someone else saved first, and there is something to choose. Until that is done the form stays one of the older
   * revision, so that another press of the button does not overwrite what they stored.
   */
  const attempt = async (tries = 1): Promise<boolean> => {
    try {
      await saveRelation(number, session.active(), base.current.revision);
      return true;
    } catch (error) {
      const stored = readRelationConflict(error, number);
      if (!stored || tries >= mostTries) throw error;
      const comparison = compareWith(stored);
      if (comparison.conflicts.length > 0) {
        setClash({ stored, comparison });
        return false;
      }
      take(stored, comparison.merged);
      return attempt(tries + 1);
    }
  };
  return { attempt, clash, compareWith, take };
}

export function useRelationSave({ session }: PortalForm, relation: Relation) {
  const navigate = useNavigate();
  const to = usePaths();
  const base = useRef(relation);
  const sending = useRef(false);
  const { changed, done } = useChanged(session, base);
  const { forget, restored, discard } = useLocalDraft(session, base, done);
  const { attempt, clash, compareWith, take } = useAttempt(session, relation.number, base);
  const save = useMutation({
    mutationFn: () => attempt(),
    onError: (error) => {
      if (!isRefused(error)) return;
      session.setServerErrors(refusalErrors(error));
      const first = session.errors()[0];
      if (first) focusField(first.id);
    },
    onSuccess: async (saved) => {
      if (!saved) return;
      forget();
      await whenRefreshed();
      navigate(to.relationData(relation.number), { state: { saved: true } });
    },
    onSettled: () => {
      sending.current = false;
    },
  });
  const send = () => {
    if (sending.current) return;
    const [first] = session.attempt();
    if (first) {
      save.reset(); // the refusal was about another attempt
      focusField(first.id);
    } else if (!changed()) navigate(to.relationData(relation.number), { state: { unchanged: true } });
    else {
      sending.current = true;
      save.mutate();
    }
  };
  const settle = (choices: Choices) => {
    if (!clash) return;
    // What was typed since the fields were compared counts too.
    session.flush();
    take(clash.stored, resolve(compareWith(clash.stored), choices));
    send();
  };
  return {
    ...{ send, settle, changed, forget, restored, discard },
    conflict: clash?.comparison,
    busy: save.isPending,
    error: save.error,
  };
}
