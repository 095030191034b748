// Saves the relation form with the revision it started from, once however often the button is pressed, and writes nothing
// when nothing changed. When someone else saved first, what only they changed is taken
// over and saved along; where both changed a field, the user chooses which value stays (decisions 38).
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isRefused, refusalErrors } from "#api/call.ts";
import { readRelationConflict, relationFormData, saveRelation } from "#api/relations.ts";
import type { Relation } from "#api/shapes.ts";
import { type Comparison, compare, resolve } from "#engine/conflict.ts";
import { sameValue } from "#engine/formValues.ts";
import { focusField } from "#widgets/focus.ts";
import type { Choices } from "#widgets/ui/ConflictChoices.tsx";
import { usePaths } from "../kit/usePortal.ts";
import type { PortalForm } from "../kit/usePortalForm.ts";

/** Lists that show a relation's name or place. */
const named = ["relations", "quotations", "policies", "damages", "invoices", "attention", "requests"];
const mostTries = 5;

/** Whether the form holds anything that is not stored. `done`: it is being left because it was saved. */
function useChanged(session: PortalForm["session"], base: RefObject<Relation>) {
  const done = useRef(false);
  const changed = useCallback(() => {
    session.flush();
    return !done.current && !sameValue(session.active(), relationFormData(base.current));
  }, [session, base]);
  return { changed, done };
}

export function useRelationSave({ session }: PortalForm, relation: Relation) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = usePaths();
  const base = useRef(relation);
  const sending = useRef(false);
  const { changed, done } = useChanged(session, base);
  const [conflict, setConflict] = useState<Comparison | null>(null);

  /** False: someone else saved first, and there is something to choose. */
  const attempt = async (tries = 1): Promise<boolean> => {
    try {
      await saveRelation(relation.number, session.active(), base.current.revision);
      return true;
    } catch (error) {
      const stored = readRelationConflict(error, relation.number);
      if (!stored || tries >= mostTries) throw error;
      const found = compare(relationFormData(base.current), session.active(), relationFormData(stored));
      base.current = stored;
      if (found.conflicts.length > 0) {
        setConflict(found);
        return false;
      }
      session.replace(found.merged);
      return attempt(tries + 1);
    }
  };
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
      done.current = true;
      await Promise.all(named.map((key) => queries.invalidateQueries({ queryKey: [key] })));
      navigate(to.relationData(relation.number), { state: { saved: true } });
    },
    onSettled: () => {
      sending.current = false;
    },
  });
  const send = () => {
    if (sending.current) return;
    const [first] = session.attempt();
    if (first) focusField(first.id);
    else if (!changed()) navigate(to.relationData(relation.number), { state: { unchanged: true } });
    else {
      sending.current = true;
      save.mutate();
    }
  };
  const settle = (choices: Choices) => {
    if (!conflict) return;
    session.replace(resolve(conflict, choices));
    setConflict(null);
    send();
  };
  return { send, settle, conflict, changed, busy: save.isPending, error: save.error };
}
