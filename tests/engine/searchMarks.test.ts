// A result marks the words of the search as the server finds them: without case, accents, dots, dashes and spaces in numbers.
import { expect, test } from "vitest";
import { findMarks, searchParts } from "#engine/values/searchMarks.ts";
import { readSearchWords } from "#engine/values/searchWords.ts";

test.each([
  ["demoplein 84", "Demoplein 84", "[Demoplein 84]"],
  ["42 61 49 96", "42614996", "[42614996]"],
  ["KVK 42.61.49.96", "42614996", "[42614996]"],
  ["sch 2024 0007", "SCH-2024-0007", "[SCH-2024-0007]"],
  ["3511JK", "3511 JK", "[3511 JK]"],
  ["3511 jk", "3511 JK Utrecht", "[3511 JK] Utrecht"],
  ["cafe bv", "Café De Sluis B.V.", "[Café] De Sluis [B.V]."],
  ["ijmuiden", "Ĳmuiden Zeevis", "[Ĳmuiden] Zeevis"],
  ["oeuvre", "Atelier Œuvre", "Atelier [Œuvre]"],
  ["ba", "Bakker Alba", "[Ba]kker Alba"],
  ["bakker bakkerij", "Bakkerij", "[Bakkerij]"],
  ["zwolle", "Utrecht", "Utrecht"],
  ["%", "100 procent", "100 procent"],
  ["𝄞 noot", "𝄞 Noot", "[𝄞 Noot]"],
])("%s in %s", (term, text, expected) => {
  const marks = findMarks(text, searchParts(readSearchWords(term)));
  const marked = marks.reduceRight(
    (whole, [start, end]) => `${whole.slice(0, start)}[${whole.slice(start, end)}]${whole.slice(end)}`,
    text,
  );
  expect(marked).toBe(expected);
});
