// NL and FR. Choosing the language that is not on goes through `onChange`; the one that is on says so.
import type { Language } from "#engine/types.ts";
import { useMessage } from "#widgets/text.ts";
import { useLanguage } from "./LanguageProvider.tsx";
import { languages } from "./routeMatch.ts";

export function LanguageSwitch({ onChange }: { onChange: (language: Language) => void }) {
  const text = useMessage();
  const current = useLanguage();
  return (
    <fieldset className="lang" aria-label={text("portal.language.label")}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-current={language === current || undefined}
          onClick={() => language !== current && onChange(language)}
        >
          {text(`common.language.${language}_short`)}
          <span className="sr">, {text(`common.language.${language}`)}</span>
        </button>
      ))}
    </fieldset>
  );
}
