// Names the section of the page at `body`, where style sheets read its colour. Removes it on a page without a section.
import { useEffect } from "react";
import type { Section } from "#routes/kinds.ts";

export function useSection(section?: Section | null): void {
  useEffect(() => {
    if (section) document.body.dataset.section = section;
    else delete document.body.dataset.section;
  }, [section]);
}
