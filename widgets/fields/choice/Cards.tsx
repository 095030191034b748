// Amounts to choose from as cards: the whole card is the label. More than six amounts become a select. A stored amount that
// is no longer offered is a dashed card with the reason (decisions 7).

import type { Language, ListItem } from "#engine/schema/types.ts";
import { formatMoney } from "#engine/values/formats.ts";
import { type Choice, findChoices, isGone } from "../../runtime/fieldUi.ts";
import type { FieldUi, WidgetProps } from "../../runtime/runtime.ts";
import { splitText, type Text, useText } from "../../runtime/text.ts";
import choicesStyles from "./Choices.module.css";
import radioStyles from "./Radio.module.css";
import { radioAttributes } from "./Radio.tsx";
import { SelectWidget } from "./Select.tsx";

export const MOST_CARDS = 6;
type Value = string | number;

export function CardsWidget(props: WidgetProps<Value>) {
  const { id, value, schema, ui, readonly, invalid, runtime, choose } = props;
  const choices = findChoices(schema, ui) ?? [];
  if (choices.length > MOST_CARDS)
    return (
      <SelectWidget {...props} ui={{ ...ui, items: choices.map((choice) => named(choice, ui, runtime.language)) }} />
    );
  const state = { id, value, first: choices[0]?.value, readonly, invalid, onChoose: choose };
  return (
    <div className={`${choicesStyles.choices} ${choicesStyles.amounts}`}>
      {choices.map((choice) => (
        <label className={choicesStyles.choice} key={String(choice.value)}>
          <input {...radioAttributes(choice.value, state)} />
          <CardBody choice={choice} ui={ui} language={runtime.language} />
        </label>
      ))}
      {isGone(value, choices) && <GoneCard id={id} value={value} language={runtime.language} />}
    </div>
  );
}

/** The amount of a choice: the member that the ui-schema names, the usual member, else the value itself. */
function findAmount(item: ListItem, ui: FieldUi): number | undefined {
  const members = [item[String(ui.amount ?? "amount")], item.insured_amount, item.value];
  return members.find((member): member is number => typeof member === "number");
}

function named(choice: Choice, ui: FieldUi, language: Language): ListItem {
  const amount = findAmount(choice.item, ui);
  return {
    ...choice.item,
    value: choice.value,
    label: choice.item.label ?? (amount === undefined ? choice.label : formatMoney(amount, language, 0)),
  };
}

export function findPrice(item: ListItem): number | undefined {
  const price = item.subtitle ?? item.price;
  return typeof price === "number" ? price : undefined;
}

/** The price of each unit, sent with the price itself. */
const findUnits = ({ units }: ListItem) => (Array.isArray(units) ? (units as { label: string; price: number }[]) : []);

function CardBody({ choice, ui, language }: { choice: Choice; ui: FieldUi; language: Language }) {
  const text = useText();
  const { large, small } = formatChoice(choice, ui, text, language);
  const price = findPrice(choice.item);
  return (
    <>
      <span>
        <span className={choicesStyles.amount}>{large}</span>
        <br />
        {small && <span className={choicesStyles.per}>{small}</span>}
      </span>
      {price !== undefined && (
        <span className={choicesStyles.price}>
          <b>{formatMoney(price, language)}</b> {text("common.period.per_year")}
          {findUnits(choice.item).map((unit) => (
            <span className={choicesStyles.unit} key={unit.label}>
              {text("common.amount.each_unit", { price: formatMoney(unit.price, language), unit: unit.label })}
            </span>
          ))}
        </span>
      )}
    </>
  );
}

/** The list's own words come first. Their leading amount is emphasised. */
function formatChoice({ item, label }: Choice, ui: FieldUi, text: Text, language: Language) {
  const amount = findAmount(item, ui);
  if (amount === undefined) return { large: label, small: "" };
  const money = formatMoney(amount, language, 0);
  const shownLabel = item.label ?? money;
  if (shownLabel === money) return { large: money, small: ui.per === false ? "" : perClaim(text) };
  return shownLabel.startsWith(money)
    ? { large: money, small: shownLabel.slice(money.length).trim() }
    : { large: shownLabel, small: "" };
}

function perClaim(text: Text): string {
  return splitText(text, "common.amount.per_claim", "amount").join("").trim();
}

function GoneCard({ id, value, language }: { id: string; value: Value; language: Language }) {
  const text = useText();
  return (
    <label className={choicesStyles.choice} aria-disabled="true">
      <input className={radioStyles.radio} type="radio" name={id} checked disabled readOnly />
      <span>
        <span className={choicesStyles.amount}>
          {typeof value === "number" ? formatMoney(value, language, 0) : value}
        </span>
        <br />
        <span className={choicesStyles.per}>{text("common.select.no_longer_available")}</span>
      </span>
    </label>
  );
}
