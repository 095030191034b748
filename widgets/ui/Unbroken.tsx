// Running text in which a day or a number stays on one line: a browser breaks `25-01-2027` after a dash. Elements around them,
// not joiners inside: what is copied is the day alone.
import type { ReactNode } from "react";

const FIGURE = /(\d+(?:[-/]\d+)+)/;

export function Unbroken({ children }: { children: ReactNode }) {
  if (typeof children !== "string") return children;
  return children.split(FIGURE).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
      <span key={index} className="nowrap">
        {part}
      </span>
    ),
  );
}
