// The step as a broker gets it: in one language or in both side by side at the chosen width.
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, nameLanguage, readLanguage } from "#engine/values/languages.ts";
import type { PreviewProduct } from "../data.ts";
import type { Words } from "../language/words.ts";
import type { OpenStep } from "../step/openStep.ts";
import { useSetting } from "../step/setting.ts";
import { FormFrame } from "./FormFrame.tsx";

interface Props {
  product: PreviewProduct;
  words: Record<Language, Words>;
  open: OpenStep;
  selected?: readonly string[];
  onField(name: string): void;
}

export function DrawnForms({ product, words, open, selected, onField }: Props) {
  const [{ language, width }] = useSetting();
  const shown = language === "both" ? LANGUAGES : [readLanguage(language) ?? DEFAULT_LANGUAGE];
  return (
    <div className="studio-drawn" data-frames={shown.length}>
      {shown.map((code) => (
        <div key={code} className="studio-drawn-one">
          <FormFrame
            title={`The step in ${nameLanguage(code)}`}
            width={width}
            {...{ product, open, onField }}
            {...(selected && { selected })}
            words={words[code]}
          />
        </div>
      ))}
    </div>
  );
}
