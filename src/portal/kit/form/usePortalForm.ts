// A form of the portal itself, drawn from its published schema like every wizard step: loads it and makes its
// session. Saving is the caller's.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { today } from "#api/today.ts";
import { productIndexQuery, sharedTextsQuery } from "#api/wizard/productIndex.ts";
import { portalFormsQuery } from "#api/wizard/products.ts";
import { FormSession } from "#engine/form/session.ts";
import type { Answers, ProductBundle, Translator } from "#engine/schema/types.ts";
import { type PresentedForm, present } from "#engine/texts/present.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import type { QueryResult } from "../States.tsx";
import { createTranslate } from "./useSharedTexts.ts";

type PortalFormName = "relation" | "prerequisites";

export interface PortalForm {
  session: FormSession;
  presented: PresentedForm;
  translate: Translator;
}

function createForm(name: PortalFormName, bundle: ProductBundle, translate: Translator, data: Answers): PortalForm {
  const source = bundle.steps[name] ?? { schema: {}, ui: {} };
  const contract = bundle.contracts[name] ?? (() => []);
  const presented = present(source, { step: name, meta: {}, lists: {}, today: today(), translate });
  const context = () => ({ lists: {}, today: today() });
  const session = new FormSession({ step: name, contract, context, data, schema: () => presented.schema });
  return { session, presented, translate };
}

/** `data` undefined: not known yet, so no form yet. Once made, the form keeps what was typed. */
export function usePortalForm(name: PortalFormName, data: Answers | undefined): QueryResult<PortalForm> {
  const language = useLanguage();
  const index = useQuery(productIndexQuery());
  const forms = useQuery(portalFormsQuery(index.data));
  const texts = useQuery(sharedTextsQuery(index.data, language));
  const known = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: newer data must not overwrite what the user is typing
  const form = useMemo(
    () => forms.data && texts.data && data && createForm(name, forms.data, createTranslate(texts.data, language), data),
    [name, forms.data, texts.data, language, known],
  );
  const asked = [index, forms, texts];
  return {
    data: form,
    error: asked.find(({ error }) => error)?.error ?? null,
    isFetching: asked.some(({ isFetching }) => isFetching),
    refetch: async () => {
      const results = await Promise.all(asked.filter(({ error }) => error).map(({ refetch }) => refetch()));
      return { isSuccess: results.every(({ isSuccess }) => isSuccess) };
    },
  };
}
