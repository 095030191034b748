// Puts the published contract and the second opinion side by side, field by field. The contract names one error a field,
// the most basic; the second opinion names every broken rule, so they agree when its list holds what the contract says.
import type { RawError } from "#engine/contract.ts";
import { fieldId, fieldSegments, pointerSegments, toPointer } from "#engine/fieldPath.ts";
import type { Answers, FieldError } from "#engine/types.ts";

interface Compared {
  id: string;
  contract: string[];
  second: string[];
  agree: boolean;
}

/** They only carry the errors of the rules inside them. */
const CARRIERS = new Set(["if", "allOf", "anyOf", "oneOf", "not"]);

interface Placed {
  id: string;
  said: string;
}

export function compareOpinions(
  step: string,
  data: Answers,
  contract: readonly FieldError[],
  second: readonly RawError[],
): Compared[] {
  const first = contract.map(({ id, pointer, keyword }) => ({ id, said: `${pointer} ${keyword}` }));
  const other = second.filter(({ keyword }) => !CARRIERS.has(keyword)).map((error) => placed(error, step, data));
  const ids = [...new Set([...first, ...other].map(({ id }) => id))];
  return ids.map((id) => {
    const says = (from: Placed[]) => [...new Set(from.filter((one) => one.id === id).map(({ said }) => said))];
    const [ours, theirs] = [says(first), says(other)];
    const agree = ours.length > 0 && theirs.length > 0 && ours.every((said) => theirs.includes(said));
    return { id, contract: ours, second: theirs, agree };
  });
}

function placed({ instancePath, keyword, params }: RawError, step: string, data: Answers): Placed {
  const member = params.missingProperty ?? params.additionalProperty;
  const path = [...pointerSegments(instancePath), ...(typeof member === "string" ? [member] : [])];
  const name = params.available === false ? "listUnavailable" : keyword === "requiredFrom" ? "required" : keyword;
  return { id: fieldId(step, fieldSegments(path, data)), said: `${toPointer(path)} ${name}` };
}
