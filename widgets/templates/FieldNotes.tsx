// The words around a control: help and error before it, the note and what stops the request after it. `aria-describedby`
// names an id here only while its element is there.
import { type ReactNode, useRef, useSyncExternalStore } from "react";
import type { ErrorLayout } from "#engine/schema/schema.ts";
import { useFocusBack } from "../runtime/focus.ts";
import { type FieldWords, useRuntime } from "../runtime/runtime.ts";
import { splitText, useText } from "../runtime/text.ts";
import { Button } from "../ui/Button.tsx";
import { Loading } from "../ui/notice/Loading.tsx";
import { Notice } from "../ui/notice/Notice.tsx";
import { NewWindowLink } from "../ui/text/NewWindowLink.tsx";
import { Unbroken } from "../ui/text/Unbroken.tsx";
import { ErrorText } from "./ErrorText.tsx";
import fieldTemplateStyles from "./FieldTemplate.module.css";

interface NotesProps {
  id: string;
  words: FieldWords;
}

/** Help before a control, or the note after it. */
export function Words({ id, words, part, className }: NotesProps & { part: "help" | "note"; className?: string }) {
  if (!words[part]) return null;
  return (
    <p
      className={[fieldTemplateStyles.help, className].filter(Boolean).join(" ")}
      data-part="help"
      id={`${id}__${part}`}
    >
      <Unbroken>{words[part]}</Unbroken>
    </p>
  );
}

export function ErrorLine({ id, words }: NotesProps) {
  if (!words.error) return null;
  return <ErrorText id={`${id}__error`}>{words.error}</ErrorText>;
}

export const BeforeControl = ({ id, words }: NotesProps) => (
  <>
    <Words id={id} words={words} part="help" />
    <ErrorLine id={id} words={words} />
  </>
);

interface AfterProps extends NotesProps {
  /** Text key of the message when the field's list could not be loaded. */
  missing?: string;
}

export function AfterControl({ id, words, missing = "error.list_unavailable" }: AfterProps) {
  return (
    <>
      {words.blocking && <Blocking id={id} words={words} />}
      {words.missingList && <MissingList id={id} list={words.missingList} missing={missing} />}
      <Words id={id} words={words} part="note" />
    </>
  );
}

function Blocking({ id, words }: NotesProps) {
  const link = words.blocking?.link;
  const box = useRef<HTMLDivElement>(null);
  useFocusBack(box, id);
  return (
    <Notice tone="danger" role="alert" id={`${id}__blocking`} title={words.blocking?.message} ref={box}>
      {link && <Pointer link={link} />}
    </Notice>
  );
}

/** "Request it through {link}." with a real link in the middle. */
function Pointer({ link }: { link: NonNullable<ErrorLayout["link"]> }) {
  const text = useText();
  const { services } = useRuntime();
  const href = services.linkTo?.(link.href);
  const [before, after] = link.pointer ? splitText(text, link.pointer, "link") : [];
  return (
    <p>
      {before}
      {href ? <NewWindowLink href={href}>{text(link.text)}</NewWindowLink> : text(link.text)}
      {after}
    </p>
  );
}

function MissingList({ id, list, missing }: { id: string; list: string; missing: string }) {
  const text = useText();
  const { services } = useRuntime();
  const { pricesChanged = never, awaitsList } = services;
  const awaited = useSyncExternalStore(pricesChanged, () => awaitsList?.(list) === true);
  const retry = services.retryList && (
    <Button small onClick={() => services.retryList?.(list)}>
      {text("common.action.retry")}
    </Button>
  );
  if (awaited)
    return (
      <div id={`${id}__missingList`}>
        <Loading />
      </div>
    );
  return (
    <ListFailed id={id} action={retry}>
      {text(missing)}
    </ListFailed>
  );
}

/** Only after an answer that failed: a list that is still loading is no error. */
function ListFailed({ id, action, children }: { id: string; action: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useFocusBack(box, id);
  return (
    <Notice tone="danger" role="alert" id={`${id}__missingList`} action={action} ref={box}>
      {children}
    </Notice>
  );
}

const never = () => () => {};
