// Plain content between the fields of a form: paragraphs and lists, a picture, or the link to a document. It has no name, error or
// focus of a field.

import { useSyncExternalStore } from "react";
import { isTrue } from "#engine/expressions/evaluate.ts";
import type { PlainContent } from "#engine/schema/schema.ts";
import { fileSize } from "./fields/files/fileSize.ts";
import styles from "./Plain.module.css";
import { useRuntime } from "./runtime/runtime.ts";
import { useText } from "./runtime/text.ts";
import { Icon } from "./ui/Icon.tsx";
import { NewWindowLink } from "./ui/text/NewWindowLink.tsx";
import { Points } from "./ui/text/Points.tsx";

interface PlainProps {
  content: PlainContent;
  /** Of the form or group around it, whose answers its condition reads. */
  path: readonly string[];
}

export function Plain({ content, path }: PlainProps) {
  const { session } = useRuntime();
  const { text = "", title, picture, document, alt = "", width, height } = content;
  const { when } = content;
  const isShown = () => {
    if (when === undefined) return true;
    const { answers = {}, today } = session.context();
    return isTrue(when, { here: session.value(path), answers, today });
  };
  if (!useSyncExternalStore(session.subscribeAll, isShown)) return null;
  if (picture) return <img className={styles.picture} src={picture} alt={alt} loading="lazy" {...{ width, height }} />;
  if (document) return <DocumentLink {...content} />;
  return (
    <div className={styles.text}>
      {title && <strong>{title}</strong>}
      {splitLines(text).map((part) =>
        typeof part === "string" ? <p key={part}>{part}</p> : <Points key={part[0]} of={part} />,
      )}
    </div>
  );
}

function DocumentLink({ document, title, size, languages = [] }: PlainContent) {
  const text = useText();
  const { language } = useRuntime();
  const names = new Intl.DisplayNames(language, { type: "language" });
  const details = ["PDF", ...languages.map((code) => names.of(code)), ...(size ? [fileSize(size, text)] : [])];
  return (
    <p className={styles.document}>
      <NewWindowLink href={document}>
        <Icon name="file" small />
        {title} ({details.join(", ")})
      </NewWindowLink>
    </p>
  );
}

/** Each line is a paragraph. Lines that begin with a hyphen are the items of a list. */
function splitLines(text: string): (string | string[])[] {
  const parts: (string | string[])[] = [];
  for (const line of text.split(/\n+/)) {
    const [, item] = /^- (.*)/.exec(line) ?? [];
    const last = parts.at(-1);
    if (item === undefined) parts.push(line);
    else if (Array.isArray(last)) last.push(item);
    else parts.push([item]);
  }
  return parts;
}
