// Running text in which a day or a number stays on one line, where a browser would break `25-01-2027` or `SCH-2026-0133` after a dash. An
// e-mail address breaks behind its @ or before a dot, without a hyphen that does not belong to it. Uses elements around
// and between them instead of joiners inside, so that a copy contains the day or the address alone.
import { Fragment, type ReactNode } from "react";

const APART = /((?:\b[A-Z]{2,4}-)?\d+(?:[-/]\d+)+|[^\s@]+@[^\s@]+\.\w+)/;
const BREAKS = /(?<=@)|(?=\.)/;

export function Unbroken({ children }: { children: ReactNode }) {
  if (typeof children !== "string") return children;
  return children.split(APART).map((part, index) => {
    if (index % 2 === 0) return part;
    const address = part.includes("@");
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
      <span key={index} className={address ? "address" : "nowrap"}>
        {address ? part.split(BREAKS).map(wrapPiece) : part}
      </span>
    );
  });
}

const wrapPiece = (piece: string, index: number) => (
  <Fragment key={index}>
    {index > 0 && <wbr />}
    {piece}
  </Fragment>
);
