// The browser's own select with the arrow of our fields instead of its own.
import type { ComponentProps } from "react";
import { Icon } from "../../ui/Icon.tsx";
import textStyles from "../Text.module.css";

export function SelectBox(props: ComponentProps<"select">) {
  return (
    <span className={textStyles.affix}>
      <select className={textStyles.input} {...props} />
      <span className={textStyles.mark}>
        <Icon name="down" />
      </span>
    </span>
  );
}
