// An amount in euros. The euro sign stands outside the value; thousands are grouped when the field is left, in the
// notation of the language, and either notation is read (decisions 60). What is no amount stays as typed, for the rule.
import { useMemo } from "react";
import { formatNumber, parseMoney } from "#engine/formats.ts";
import type { Language } from "#engine/types.ts";
import type { Codec } from "../draft.ts";
import type { WidgetProps } from "../runtime.ts";
import { guardNumeric } from "./numeric.ts";
import { TextInput } from "./Text.tsx";

const VISIBLE = 16;

export function moneyCodec(language: Language, decimals: boolean): Codec {
  return {
    parse: (text) => {
      if (!text.trim()) return undefined;
      return parseMoney(text) ?? text.trim();
    },
    format: (value) => {
      if (typeof value !== "number") return value === undefined || value === null ? "" : String(value);
      return formatNumber(value, language, decimals && !Number.isInteger(value) ? 2 : 0);
    },
  };
}

export function CurrencyWidget(props: WidgetProps<number>) {
  const { ui, schema, runtime } = props;
  const decimals = schema.type !== "integer";
  const codec = useMemo(() => moneyCodec(runtime.language, true), [runtime.language]);
  const guard = useMemo(
    () => guardNumeric({ maxDigits: ui.maxDigits as number | undefined, decimals }),
    [ui.maxDigits, decimals],
  );
  const visible = (ui.maxLength as number | undefined) ?? VISIBLE;
  return (
    <div className="affix">
      <span className="pre" aria-hidden="true">
        €
      </span>
      <TextInput
        {...props}
        ui={{ size: "medium", ...ui }}
        className="num"
        codec={codec}
        inputMode="decimal"
        maxLength={visible}
        onBeforeInput={guard}
      />
    </div>
  );
}
