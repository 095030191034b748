// The step as a broker gets it: in one language or in both side by side, each form in a frame of its own, as wide as one asks and without
// the style of the studio around it.
import { useLayoutEffect, useRef, useState } from "react";
import { knownConditions } from "#engine/rules/conditions.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, nameLanguage, readLanguage } from "#engine/values/languages.ts";
import { useSetting } from "../step/setting.ts";
import { useWorkspace } from "../workspace/useWorkspace.ts";
import { type FrameContent, READY } from "./FrameApp.tsx";

type Props = Pick<FrameContent, "open" | "onField">;

export function DrawnForms(props: Props) {
  const [{ language }] = useSetting();
  const shown = language === "both" ? LANGUAGES : [readLanguage(language) ?? DEFAULT_LANGUAGE];
  return (
    <div className="studio-drawn" data-frames={shown.length}>
      {shown.map((code) => (
        <div key={code} className="studio-drawn-one">
          <FormFrame {...props} language={code} />
        </div>
      ))}
    </div>
  );
}

/** The keys of the studio work inside the form too. */
function passKey(event: KeyboardEvent): void {
  const isOurs = event.key === "F6" || (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey));
  if (isOurs && !dispatchEvent(new KeyboardEvent("keydown", event))) event.preventDefault();
}

function FormFrame({ language, open, onField }: Props & { language: Language }) {
  const [{ width }] = useSetting();
  const { product, words: inLanguages, selection } = useWorkspace();
  const [words, selected] = [inLanguages[language], selection.names.join(".")];
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(onField);
  latest.current = onField;
  const [ready, setReady] = useState(0);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    const heard = () => {
      setReady((times) => times + 1);
      element?.contentWindow?.addEventListener("keydown", passKey);
    };
    element?.addEventListener(READY, heard);
    // While this was hidden the frame was emptied, or became ready unheard.
    if (element?.contentWindow?.draw) heard();
    return () => {
      element?.removeEventListener(READY, heard);
      element?.contentWindow?.draw?.(null);
    };
  }, []);
  useLayoutEffect(() => {
    if (ready === 0) return;
    frame.current?.contentWindow?.draw?.({
      product,
      conditions: knownConditions(),
      words,
      open,
      selected,
      onField: (name) => latest.current(name),
      onHeight: setHeight,
    });
  }, [ready, product, words, open, selected]);
  return (
    <div className="studio-screen" data-width={width || undefined}>
      {/* Its height is that of the form in it. */}
      <iframe
        ref={frame}
        title={`The step in ${nameLanguage(language)}`}
        src="/frame"
        style={height > 0 ? { blockSize: height } : undefined}
      />
    </div>
  );
}
