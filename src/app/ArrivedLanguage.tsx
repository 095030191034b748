// Changes the language once the navigation that asked for it is complete: a blocked navigation changes nothing, and going
// back to this entry of the history does not change it again.
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Language } from "#engine/types.ts";
import { useChangeLanguage } from "./LanguageProvider.tsx";

export function ArrivedLanguage() {
  const change = useChangeLanguage();
  const navigate = useNavigate();
  const { state, pathname } = useLocation();
  const { language, left = null } = (state ?? {}) as { language?: Language; left?: unknown };
  useEffect(() => {
    if (!language) return;
    navigate(pathname, { replace: true, state: { left } });
    change(language);
  }, [language, left, pathname, navigate, change]);
  return null;
}
