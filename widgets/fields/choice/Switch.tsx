// On or off in a panel of its own, with its effect on the price. The label names the thing, not its state.
import { type ReactNode, useSyncExternalStore } from "react";
import { formatMoney } from "#engine/values/formats.ts";
import type { WidgetProps } from "../../runtime/runtime.ts";
import { useText } from "../../runtime/text.ts";
import { ErrorLine, Words } from "../../templates/FieldNotes.tsx";
import fieldTemplateStyles from "../../templates/FieldTemplate.module.css";
import { useTooltip } from "../../ui/Tooltip.tsx";
import styles from "./Switch.module.css";

export function SwitchWidget(props: WidgetProps<boolean>) {
  const { id, value, ui, label, readonly, invalid, words, runtime, choose } = props;
  const effect = usePriceEffect(props);
  const describedBy = [props.describedBy, effect && `${id}__effect`].filter(Boolean).join(" ") || undefined;
  const tooltip = useTooltip({ field: label, content: ui.tooltip, onOpen: () => runtime.services.onTooltip?.(id) });
  return (
    <div className={styles.row} data-field>
      <span className={fieldTemplateStyles.explained}>
        <label className={fieldTemplateStyles.label} htmlFor={id}>
          {label}
        </label>
        {tooltip.button}
      </span>
      <span className={styles.side}>
        {effect && <span id={`${id}__effect`}>{effect}</span>}
        <input
          className={styles.control}
          id={id}
          type="checkbox"
          role="switch"
          checked={value === true}
          aria-checked={value === true}
          aria-disabled={readonly || undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onChange={(event) => !readonly && choose(event.target.checked)}
        />
      </span>
      <Words id={id} words={words} part="help" className={styles.help} />
      {tooltip.panel}
      <ErrorLine id={id} words={words} />
      <Words id={id} words={words} part="note" className={styles.help} />
    </div>
  );
}

const never = () => () => {};

/** Follows the price by itself: a new amount does not render the form. */
function usePriceEffect({ ui, runtime }: WidgetProps<boolean>): ReactNode {
  const text = useText();
  const { pricesChanged = never, findPrice } = runtime.services;
  const amount = useSyncExternalStore(pricesChanged, () =>
    typeof ui.price === "string" ? findPrice?.(ui.price) : undefined,
  );
  if (typeof ui.effect === "string") return <span className="small">{text(ui.effect)}</span>;
  if (amount === undefined) return null;
  const sign = amount < 0 ? "−" : "+";
  return (
    <span className="number small">
      <strong>
        {sign} {formatMoney(Math.abs(amount), runtime.language)}
      </strong>{" "}
      <span className="muted">{text("common.period.per_year")}</span>
    </span>
  );
}
