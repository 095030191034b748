// Saves the relation form with the revision it started from. When someone else saved first, what only they changed is taken
// over and saved along; where both changed a field, the user chooses which value stays (decisions 38).
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { PortalError } from "#api/call.ts";
import { relationConflictOf, relationFormData, saveRelation } from "#api/relations.ts";
import type { Relation } from "#api/shapes.ts";
import { type Comparison, compare, resolve } from "#engine/conflict.ts";
import { focusField } from "#widgets/focus.ts";
import type { Choices } from "#widgets/ui/ConflictChoices.tsx";
import { usePaths } from "../usePortal.ts";
import type { PortalForm } from "../usePortalForm.ts";

/** Lists that show a relation's name or place. */
const named = ["relations", "quotations", "policies", "damages", "invoices", "attention", "requests"];
const mostTries = 5;

export function useRelationSave({ session }: PortalForm, relation: Relation) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = usePaths();
  const base = useRef(relation);
  const [conflict, setConflict] = useState<Comparison | null>(null);

  /** False: someone else saved first, and there is something to choose. */
  const attempt = async (tries = 1): Promise<boolean> => {
    try {
      const answer = await saveRelation(relation.number, session.active(), base.current.revision);
      if (!answer.success) throw new PortalError({ code: "invalid", status: 422, errors: answer.errors });
      return true;
    } catch (error) {
      const stored = relationConflictOf(error);
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
      if (!(error instanceof PortalError) || error.errors.length === 0) return;
      session.setServerErrors(error.errors);
      const first = session.errors()[0];
      if (first) focusField(first.id);
    },
    onSuccess: async (saved) => {
      if (!saved) return;
      await Promise.all(named.map((key) => queries.invalidateQueries({ queryKey: [key] })));
      navigate(to.relationData(relation.number), { state: { saved: true } });
    },
  });
  const send = () => {
    const [first] = session.attempt();
    if (first) focusField(first.id);
    else save.mutate();
  };
  const settle = (choices: Choices) => {
    if (!conflict) return;
    session.replace(resolve(conflict, choices));
    setConflict(null);
    send();
  };
  return { send, settle, conflict, busy: save.isPending, error: save.error };
}
