// Additional covers as cards with a box to tick: name, description, up to how much, price. The explanation opens under
// its card, and its button is outside the label, so that it never ticks.
import { useId } from "react";
import { orderedNames } from "#engine/schema/schemaTree.ts";
import type { JsonObject, Language, ListItem } from "#engine/schema/types.ts";
import { formatMoney } from "#engine/values/formats.ts";
import { fieldUi } from "../../runtime/fieldUi.ts";
import type { FormRuntime, WidgetProps } from "../../runtime/runtime.ts";
import { type TextValues, useHasText, useText } from "../../runtime/text.ts";
import fieldTemplateStyles from "../../templates/FieldTemplate.module.css";
import { Badge } from "../../ui/Badge.tsx";
import { useTooltip } from "../../ui/Tooltip.tsx";
import { findPrice } from "./Cards.tsx";
import checkboxStyles from "./Checkbox.module.css";
import choicesStyles from "./Choices.module.css";

export function CoveragesWidget(props: WidgetProps<JsonObject>) {
  const { id, path, value, schema, ui, rawUi, readonly, runtime } = props;
  const keys = orderedNames(Object.keys(schema.properties ?? {}), ui.order);
  const text = useText();
  if (keys.length === 0 && !ui.listMissing)
    return <p className={fieldTemplateStyles.help}>{text("common.amount.none")}</p>;
  return (
    <div className={`${choicesStyles.choices} ${choicesStyles.wide}`}>
      {keys.map((key) => (
        <CoverageCard
          key={key}
          id={`${id}_${key}`}
          item={(fieldUi(rawUi[key]).item as ListItem | undefined) ?? { value: key }}
          title={fieldUi(rawUi[key]).title}
          checked={value?.[key] === true}
          readonly={readonly}
          runtime={runtime}
          onChange={(checked) => {
            runtime.session.commitField([...path, key], checked);
            runtime.session.touch(id);
          }}
        />
      ))}
    </div>
  );
}

interface CardProps {
  id: string;
  item: ListItem;
  title: string | undefined;
  checked: boolean;
  readonly: boolean;
  runtime: FormRuntime;
  onChange: (checked: boolean) => void;
}

/** Amounts of the cover, as texts may mention them: money in the notation of the language. */
function formatAmounts(item: ListItem, language: Language): TextValues {
  const amounts = (item.amounts ?? {}) as Record<string, number>;
  const entries = Object.entries(amounts).map(([name, amount]) => [name, formatMoney(amount, language, 0)] as const);
  const values: TextValues = Object.fromEntries(entries);
  return { ...values, amount: values.amount ?? values.perClaim ?? values.perDispute };
}

function useCoverageTexts(item: ListItem, title: string | undefined, language: Language) {
  const text = useText();
  const has = useHasText();
  const values = formatAmounts(item, language);
  const readText = (part: string) => {
    const key = `wizard.additional_coverage.${item.value}.${part}`;
    return has(key) ? text(key, values) : undefined;
  };
  const upTo = values.perClaim ? "up_to_per_claim" : values.perDispute ? "up_to_per_dispute" : undefined;
  return {
    name: item.label ?? readText("name") ?? title ?? String(item.value),
    description: readText("description"),
    tooltip: readText("tooltip"),
    upTo: upTo && text(`wizard.additional_coverage.${upTo}`, values),
    popular: item.popular === true ? text("wizard.additional_coverage.popular") : undefined,
    perYear: text("common.period.per_year"),
  };
}

function CoverageCard({ id, item, title, checked, readonly, runtime, onChange }: CardProps) {
  const texts = useCoverageTexts(item, title, runtime.language);
  const name = useId();
  const about = useId();
  const costs = useId();
  const tooltip = useTooltip({
    field: texts.name,
    content: texts.tooltip,
    onOpen: () => runtime.services.onTooltip?.(id),
  });
  const price = findPrice(item);
  return (
    <div className={choicesStyles.cell}>
      <label className={choicesStyles.choice}>
        <input
          className={checkboxStyles.check}
          type="checkbox"
          id={id}
          checked={checked}
          aria-labelledby={name}
          aria-describedby={`${about} ${costs}`}
          aria-disabled={readonly || undefined}
          onChange={(event) => !readonly && onChange(event.target.checked)}
        />
        <span>
          <span className={choicesStyles.name}>
            <span id={name}>{texts.name}</span>
            {texts.popular && <Badge tone="popular">{texts.popular}</Badge>}
          </span>
          <span className={choicesStyles.text} id={about}>
            {texts.description}
          </span>
        </span>
        <span className={choicesStyles.price} id={costs}>
          <span>{texts.upTo}</span>
          {price !== undefined && (
            <span>
              <b>{formatMoney(price, runtime.language)}</b> {texts.perYear}
            </span>
          )}
        </span>
      </label>
      {tooltip.button && <span className={choicesStyles.tip}>{tooltip.button}</span>}
      {tooltip.panel}
    </div>
  );
}
