// The popup list of a combobox: a name, a second line that clarifies it, and words when there is nothing to choose.
import { ListBox, ListBoxItem } from "react-aria-components";
import type { ListItem } from "#engine/schema/types.ts";
import { findKey, findLabel } from "./narrowing.ts";
import styles from "./OptionList.module.css";

export function OptionList({ emptyText }: { emptyText: string }) {
  return (
    <ListBox<ListItem>
      className={styles.options}
      renderEmptyState={() => <span className={`${styles.option} ${styles.none}`}>{emptyText}</span>}
    >
      {(item) => (
        <ListBoxItem
          id={findKey(item)}
          textValue={findLabel(item)}
          className={({ isFocused }) => `${styles.option} ${isFocused ? styles.active : ""}`}
        >
          <span>
            {findLabel(item)}
            {typeof item.clarification === "string" && item.clarification && <small>{item.clarification}</small>}
          </span>
        </ListBoxItem>
      )}
    </ListBox>
  );
}
