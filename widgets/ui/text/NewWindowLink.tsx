// A link that opens in a new window and announces that to screen readers.
import type { ComponentProps } from "react";
import { useText } from "../../runtime/text.ts";

export function NewWindowLink({ children, ...link }: Pick<ComponentProps<"a">, "href" | "children">) {
  const text = useText();
  return (
    <a {...link} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> ({text("common.opens_new_window")})</span>
    </a>
  );
}
