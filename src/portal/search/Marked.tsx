// A text in which the words of the search are marked.
import { findMarks } from "#engine/values/searchMarks.ts";

export function Marked({ children, parts }: { children: string; parts: readonly string[] }) {
  const marks = findMarks(children, parts);
  const ends = [0, ...marks.map(([, end]) => end)];
  return (
    <>
      {marks.map(([start, end], index) => (
        <span key={start}>
          {children.slice(ends[index], start)}
          <mark>{children.slice(start, end)}</mark>
        </span>
      ))}
      {children.slice(ends.at(-1))}
    </>
  );
}
