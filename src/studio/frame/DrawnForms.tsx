// The step as a broker gets it: in one language or in both side by side, at the chosen width and in the chosen colours.
// Also what can be seen of it without reading: texts that are cut off, and in the pseudo-language those that were never
// translated.
import { useState } from "react";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, nameLanguage, readLanguage } from "#engine/values/languages.ts";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import type { PreviewProduct } from "../data.ts";
import type { Words } from "../language/words.ts";
import { Choice, type Choices } from "../Parts.tsx";
import type { OpenStep } from "../step/openStep.ts";
import { type Setting, useSetting } from "../step/setting.ts";
import { FormFrame } from "./FormFrame.tsx";
import type { FieldMarks } from "./FrameApp.tsx";

/** There is no room for a file beside it. */
export const isWide = ({ language, width }: Setting) => language === "both" || width === "desktop";

const SHOWN: Choices<Setting["language"]> = [
  ...LANGUAGES.map((language) => [language, nameLanguage(language)] as const),
  ["both", "Both, side by side"],
  ["pseudo", "Pseudo-language"],
];
const WIDTHS: Choices<Setting["width"]> = [
  ["", "As there is room"],
  ["phone", "Phone, 390 px"],
  ["desktop", "Desktop"],
];
const COLOURS: Choices<Setting["colours"]> = [
  ["", "As this machine"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/** How the form is drawn. */
export function DrawnChoice() {
  const [setting, change] = useSetting();
  return (
    <div className="studio-row studio-look">
      <div>
        <Choice
          label="Language"
          choices={SHOWN}
          value={setting.language}
          onChange={(language) => change({ language })}
        />
      </div>
      <div>
        <Choice label="Width" choices={WIDTHS} value={setting.width} onChange={(width) => change({ width })} />
      </div>
      <div>
        <Choice label="Colours" choices={COLOURS} value={setting.colours} onChange={(colours) => change({ colours })} />
      </div>
    </div>
  );
}

interface Props {
  product: PreviewProduct;
  words: Record<Language, Words>;
  open: OpenStep;
  selected?: readonly string[];
  onField(name: string): void;
}

/** Reports of the frames, by frame. */
function useLooks(): [ReadonlyMap<string, FieldMarks>, (name: string, look: FieldMarks) => void] {
  const [looks, setLooks] = useState<ReadonlyMap<string, FieldMarks>>(new Map());
  const tell = (name: string, look: FieldMarks) =>
    setLooks((before) =>
      JSON.stringify(before.get(name)) === JSON.stringify(look) ? before : new Map(before).set(name, look),
    );
  return [looks, tell];
}

export function DrawnForms({ product, words, open, selected, onField }: Props) {
  const [{ language, width, colours }] = useSetting();
  const [looks, tell] = useLooks();
  const shown = language === "both" ? LANGUAGES : [readLanguage(language) ?? DEFAULT_LANGUAGE];
  const nameDrawn = (code: Language) => (language === "pseudo" ? "the pseudo-language" : nameLanguage(code));
  return (
    <div className="studio-drawn" data-frames={shown.length}>
      {shown.map((code) => (
        <div key={code} className="studio-drawn-one">
          <FormFrame
            title={`The step in ${nameDrawn(code)}`}
            width={width}
            {...{ product, open, colours, onField }}
            {...(selected && { selected })}
            words={words[code]}
            onLook={(look) => tell(code, look)}
          />
          <LookNotes name={nameDrawn(code)} look={looks.get(code)} pseudo={language === "pseudo"} />
        </div>
      ))}
    </div>
  );
}

function LookNotes({ name, look, pseudo }: { name: string; look: FieldMarks | undefined; pseudo: boolean }) {
  if (!look) return null;
  const { cut, plain } = look;
  return (
    <>
      {cut.length > 0 && <Texts title={`Cut off in ${name}, at this width: ${cut.length}`} texts={cut} />}
      {pseudo && plain.length > 0 && <Texts title={`Not translated: ${plain.length}`} texts={plain} />}
      {pseudo && cut.length + plain.length === 0 && (
        <Notice tone="success" role="status" title="Everything here is translated, and nothing is cut off" />
      )}
    </>
  );
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
