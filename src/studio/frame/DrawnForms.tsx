// The step as a broker gets it: in one language or in both side by side, at the chosen width and in the chosen colours.
// Also what can be seen of it without reading: texts that are cut off.
import { useState } from "react";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, nameLanguage, readLanguage } from "#engine/values/languages.ts";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
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

/** Reports of the frames, by frame. */
function useLooks(): [ReadonlyMap<string, string[]>, (name: string, look: string[]) => void] {
  const [looks, setLooks] = useState<ReadonlyMap<string, string[]>>(new Map());
  const tell = (name: string, look: string[]) =>
    setLooks((before) =>
      JSON.stringify(before.get(name)) === JSON.stringify(look) ? before : new Map(before).set(name, look),
    );
  return [looks, tell];
}

export function DrawnForms({ product, words, open, selected, onField }: Props) {
  const [{ language, width, colours }] = useSetting();
  const [looks, tell] = useLooks();
  const shown = language === "both" ? LANGUAGES : [readLanguage(language) ?? DEFAULT_LANGUAGE];
  return (
    <div className="studio-drawn" data-frames={shown.length}>
      {shown.map((code) => (
        <div key={code} className="studio-drawn-one">
          <FormFrame
            title={`The step in ${nameLanguage(code)}`}
            width={width}
            {...{ product, open, colours, onField }}
            {...(selected && { selected })}
            words={words[code]}
            onLook={(look) => tell(code, look)}
          />
          <LookNotes name={nameLanguage(code)} look={looks.get(code)} />
        </div>
      ))}
    </div>
  );
}

function LookNotes({ name, look }: { name: string; look: string[] | undefined }) {
  if (!look || look.length === 0) return null;
  return <Texts title={`Cut off in ${name}, at this width: ${look.length}`} texts={look} />;
}

function Texts({ title, texts }: { title: string; texts: string[] }) {
  return (
    <Notice tone="warning" role="status" title={title}>
      <ul className="pv-findings">
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same text may be cut off twice
          <li key={`${index} ${text}`}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}
