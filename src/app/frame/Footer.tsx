// The footer of every page: the provider, and the accepted statements.
import { useLanguage, useMessage, useProvider } from "#widgets/runtime/text.ts";
import styles from "./Footer.module.css";

/** The statements are static pages, one per language. */
export const statementPath = (name: "cookie-statement" | "privacy-statement", language: string) =>
  `/storage/${name}.${language}.html`;

export function FooterLinks() {
  const text = useMessage();
  const language = useLanguage();
  return (
    <>
      <a href={statementPath("privacy-statement", language)} target="_blank" rel="noopener">
        {text("portal.footer.privacy_statement")}
      </a>
      <a href={statementPath("cookie-statement", language)} target="_blank" rel="noopener">
        {text("portal.footer.cookie_statement")}
      </a>
    </>
  );
}

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className="container">
        <span>{useProvider().provider}</span>
        <FooterLinks />
      </div>
    </footer>
  );
}
