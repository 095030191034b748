// What every pane of a product's screen reads: the product as it was released, its files, and the acts on them.
import { createContext, useContext } from "react";
import type { Language } from "#engine/schema/types.ts";
import type { PreviewProduct } from "../data.ts";
import type { Words } from "../language/words.ts";
import type { CheckAnswer } from "../server/calls.ts";
import type { Content } from "./model/content.ts";
import type { MetaSchemas } from "./model/members.ts";
import type { OutlineNode, Selection } from "./model/outline.ts";
import type { Acts } from "./useActs.ts";

interface Parts {
  product: PreviewProduct;
  words: Record<Language, Words>;
  content: Content;
  metas: MetaSchemas;
  acts: Acts;
  outline: readonly OutlineNode[];
  check: CheckAnswer | undefined;
  selection: Selection;
  select(selection: Selection): void;
}

export const WorkspaceParts = createContext<Parts | null>(null);

export function useWorkspace(): Parts {
  const parts = useContext(WorkspaceParts);
  if (!parts) throw new Error("useWorkspace is called outside of a product's screen.");
  return parts;
}
