// Refuses an act after which a file has not the shape of its meta-schema, unless it had not before.
import { join } from "node:path";
import { parseFile } from "#content/read/files/readJson.ts";
import type { Finding } from "#content/read/findings/finding.ts";
import type { Shapes } from "#content/read/shapes.ts";
import { readIfThere } from "./contentFiles.ts";
import { PatchRefused } from "./patch.ts";

/** Of folders in which the name of a file does not tell its kind. */
const KINDS: Record<string, string> = { "fixtures/steps": "fixture", "fixtures/journeys": "journey" };

export function inspectShape(base: string, shapes: Shapes): (file: string, text: string) => void {
  const findFaults = (file: string, text: string): Finding[] => {
    const { json, findings } = parseFile({ file, path: join(base, file), text });
    const kind = KINDS[file.split("/").slice(0, 2).join("/")];
    return json ? [...findings, ...shapes.check(json, kind)] : findings;
  };
  return (file, text) => {
    // The sample data has no meta-schema.
    if (!file.endsWith(".json") || file.startsWith("fixtures/portfolio/")) return;
    const earlier = readIfThere(base, file);
    const before = earlier === undefined ? [] : findFaults(file, earlier).map(nameFault);
    const fault = findFaults(file, text).find((finding) => !before.includes(nameFault(finding)));
    if (fault) throw new PatchRefused("shape", file, fault.place, `${fault.sentence}; ${fault.hint}`);
  };
}

const nameFault = ({ place, sentence }: Finding): string => `${place} ${sentence}`;
