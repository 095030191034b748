// Running text in which a day or a number stays on one line, where a browser breaks `25-01-2027` after a dash; and an e-mail address
// breaks behind its @ or before a dot, without a hyphen that is none of it. Elements around and between them, not joiners inside:
// what is copied is the day or the address alone.
import { Fragment, type ReactNode } from "react";

const APART = /(\d+(?:[-/]\d+)+|[^\s@]+@[^\s@]+\.\w+)/;
const BREAKS = /(?<=@)|(?=\.)/;

export function Unbroken({ children }: { children: ReactNode }) {
  if (typeof children !== "string") return children;
  return children.split(APART).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
      <span key={index} className={part.includes("@") ? "address" : "nowrap"}>
        {part.includes("@") ? part.split(BREAKS).map(breakable) : part}
      </span>
    ),
  );
}

const breakable = (part: string, at: number) => (
  <Fragment key={at}>
    {at > 0 && <wbr />}
    {part}
  </Fragment>
);
