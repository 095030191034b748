// A button for each language. The current one is marked.

import type { Language } from "#engine/schema/types.ts";
import { LANGUAGES, nameLanguage } from "#engine/values/languages.ts";
import { useLanguage, useMessage } from "../../runtime/text.ts";
import styles from "./LanguageSwitch.module.css";

interface LanguageSwitchProps {
  onChange: (language: Language) => void;
  /** Its background is light. */
  light?: boolean;
}

export function LanguageSwitch({ onChange, light }: LanguageSwitchProps) {
  const text = useMessage();
  const current = useLanguage();
  return (
    <fieldset
      className={light ? `${styles.languages} ${styles.light}` : styles.languages}
      aria-label={text("portal.language.label")}
    >
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-current={language === current || undefined}
          onClick={() => language !== current && onChange(language)}
        >
          {language.toUpperCase()}
          <span className="visually-hidden">, {nameLanguage(language)}</span>
        </button>
      ))}
    </fieldset>
  );
}
