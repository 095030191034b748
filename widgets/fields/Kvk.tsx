// A chamber-of-commerce number: eight digits, spaces, dots and the word before them taken out. Typing is never cut off.
// Twelve digits are an establishment number, and the field shows that (decisions 17, 68).
import { useState } from "react";
import { isEstablishmentNumber, normaliseKvk } from "#engine/values/formats.ts";
import { written } from "../runtime/draft.ts";
import type { WidgetProps } from "../runtime/runtime.ts";
import { useText } from "../runtime/text.ts";
import { Icon } from "../ui/Icon.tsx";
import styles from "./Kvk.module.css";
import { TextInput } from "./Text.tsx";

const codec = written(normaliseKvk);

export function KvkWidget(props: WidgetProps<string>) {
  const text = useText();
  const [establishment, setEstablishment] = useState(() => isEstablishmentNumber(String(props.value ?? "")));
  const hint = `${props.id}__hint`;
  const describedBy = [props.describedBy, establishment && hint].filter(Boolean).join(" ") || undefined;
  return (
    <>
      <TextInput
        {...props}
        describedBy={describedBy}
        codec={codec}
        inputMode="numeric"
        onText={(typed) => setEstablishment(isEstablishmentNumber(typed))}
      />
      <div role="status">
        {establishment && (
          <p className={styles.hint} id={hint}>
            <Icon name="info" small />
            <span>{text("wizard.field.kvk.establishment_hint")}</span>
          </p>
        )}
      </div>
    </>
  );
}
