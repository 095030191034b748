// Runs the acts of one field on the files as they are. Of what products share it asks once for whom a change is.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { productPath, studioQuery } from "../../data.ts";
import type { FieldUses } from "../../server/edit/editing.ts";
import type { Content } from "../model/content.ts";
import type { Scope } from "../model/fieldActs.ts";
import type { FieldPlace } from "../model/places.ts";
import type { MakeAct, Outcome } from "../useActs.ts";
import { useWorkspace } from "../useWorkspace.ts";
import { useSay } from "../words.ts";

export const usesQuery = (product: string, field: FieldPlace) => {
  const shared = String(field.shared?.path.at(-1) ?? "");
  const query = { step: field.step, field: field.names.join("."), ...(shared && { shared }) };
  return studioQuery<FieldUses>(productPath(product, "uses"), { query });
};

/** What a change of a shared part needs: for whom it is. */
export interface Question {
  text: string;
  answer(scope: Scope | null): void;
}

/** Runs the acts of a field. For a shared part it asks once for whom they are. */
export function useFieldActs(field: FieldPlace) {
  const say = useSay();
  const { product, content, acts } = useWorkspace();
  const [scope, setScope] = useState<Scope>();
  const [question, setQuestion] = useState<Question>();
  const { data: uses } = useQuery({ ...usesQuery(product.key, field), enabled: field.shared !== null });
  const ask = (text: string): Promise<Scope | null> =>
    new Promise((resolve) => {
      const answer = (chosen: Scope | null) => {
        setQuestion(undefined);
        if (chosen) setScope(chosen);
        resolve(chosen);
      };
      setQuestion({ text, answer });
    });
  type Make = (field: FieldPlace, content: Content, scope: Scope) => ReturnType<MakeAct>;
  const run = async (make: Make, sharedText: boolean | null = null): Promise<Outcome> => {
    const isShared = sharedText ?? field.shared !== null;
    const count = uses?.products.length ?? 0;
    const text = sharedText ? say("sharedText") : say("sharedField", { count });
    const chosen = isShared ? (scope ?? (await ask(text))) : "all";
    if (chosen === null) return null;
    return acts.run((current) => {
      const place = current.findField(field.step, field.names);
      return place ? make(place, current, chosen) : null;
    });
  };
  return { field, label: content.labelOf(field), run, question };
}

export interface FieldProps {
  fieldActs: ReturnType<typeof useFieldActs>;
}
