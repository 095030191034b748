// Settings of this browser: the language, and what the dashboard shows (decisions 53).
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { profileQuery } from "#api/profile.ts";
import { LANGUAGES, nameLanguage } from "#engine/values/languages.ts";
import pageStyles from "#portal/kit/Page.module.css";
import { Page } from "#portal/kit/Page.tsx";
import { readPreferences, storePreferences } from "#portal/preferences.ts";
import { listsFor } from "#routes/kinds.ts";
import { isFor } from "#routes/table.ts";
import checkboxStyles from "#widgets/fields/choice/Checkbox.module.css";
import radioStyles from "#widgets/fields/choice/Radio.module.css";
import { useLanguage, useMessage } from "#widgets/runtime/text.ts";
import { toast } from "#widgets/ui/notice/Toast.tsx";
import { useSwitchAndReturn } from "./frame/Header.tsx";
import styles from "./Settings.module.css";

export default function Settings() {
  const text = useMessage();
  const language = useLanguage();
  const switchLanguage = useSwitchAndReturn();
  const role = useQuery(profileQuery()).data?.role;
  return (
    <Page title={text("portal.settings.title")} icon="settings">
      <div className={pageStyles.panels}>
        <fieldset className={`card ${styles.settings}`}>
          <legend>
            <h2>{text("portal.settings.language.title")}</h2>
          </legend>
          <p className="muted">{text("portal.settings.language.text")}</p>
          <div className={radioStyles.boxes}>
            {LANGUAGES.map((each) => (
              <label key={each} lang={each}>
                <input
                  type="radio"
                  className={radioStyles.radio}
                  name="language"
                  checked={each === language}
                  onChange={() => switchLanguage(each)}
                />
                {nameLanguage(each)}
              </label>
            ))}
          </div>
        </fieldset>
        {isFor("dashboard", role) && <Choices name="dashboard" parts={["attention", "reasons"]} />}
        {listsFor(role).length > 0 && <Choices name="keys" parts={["slash"]} />}
      </div>
    </Page>
  );
}

interface ChoicesProps {
  name: "dashboard" | "keys";
  parts: readonly ("attention" | "reasons" | "slash")[];
}

function Choices({ name, parts }: ChoicesProps) {
  const text = useMessage();
  const [shown, setShown] = useState(readPreferences);
  const toggle = (part: ChoicesProps["parts"][number]) => {
    const next = { ...readPreferences(), [part]: !shown[part] };
    setShown(next);
    storePreferences(next);
    toast(text("portal.settings.saved"));
  };
  return (
    <fieldset className={`card ${styles.settings}`}>
      <legend>
        <h2>{text(`portal.settings.${name}.title`)}</h2>
      </legend>
      <p className="muted">{text(`portal.settings.${name}.text`)}</p>
      {parts.map((part) => (
        <label key={part} className={styles.checkRow}>
          <input type="checkbox" className={checkboxStyles.check} checked={shown[part]} onChange={() => toggle(part)} />
          {text(`portal.settings.part.${part}`)}
        </label>
      ))}
    </fieldset>
  );
}
