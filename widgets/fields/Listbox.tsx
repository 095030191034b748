// The popup list of a combobox. A press on it must not take the focus from the input; the active option stays in view.
import { useEffect, useRef } from "react";
import type { ListItem } from "#engine/types.ts";

export interface ListboxProps {
  id: string;
  label: string;
  items: readonly ListItem[];
  active: number;
  chosen: ListItem | null;
  emptyText: string;
  onPick: (item: ListItem) => void;
}

export function Listbox({ id, label, items, active, chosen, emptyText, onPick }: ListboxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector(`[id="${CSS.escape(`${id}-${active}`)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <div className="pop list-pop" ref={box}>
      <div id={id} role="listbox" aria-label={label}>
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
          // biome-ignore lint/a11y/useFocusableInteractive: options are reached through aria-activedescendant
          <div
            key={String(item.value)}
            id={`${id}-${index}`}
            className={index === active ? "option is-active" : "option"}
            role="option"
            aria-selected={item === chosen}
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(item)}
          >
            <span>
              {item.label ?? String(item.value)}
              {typeof item.clarification === "string" && item.clarification && <small>{item.clarification}</small>}
            </span>
          </div>
        ))}
      </div>
      {items.length === 0 && (
        <p className="option option-none" role="status">
          {emptyText}
        </p>
      )}
    </div>
  );
}
