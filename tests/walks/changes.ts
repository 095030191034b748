// The changes that put a finding back: each is made to a copy of the sources, and the walks have to find it. A text that is
// not there any more is an error, so that this list stays true.
import type { Schema } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";

export interface Edit {
  file: string;
  /** Text to replace, or a change of a JSON file. */
  from?: string;
  to?: string;
  json?(content: JsonObject): void;
}
export interface Change {
  finding: string;
  what: string;
  edits: Edit[];
}

const edit = (file: string, from: string, to = ""): Edit => ({ file, from, to });
const requests = "src/server/requests";
const rules = "src/underwriting";
const model = "src/wizard/model";

/** Terms of delivery by the sector alone, whatever the professions require. */
function bySectorAlone(schema: Schema): void {
  const sector = { properties: { sector: { const: "190" } }, required: ["sector"] };
  const [shown, chosen] = schema.allOf as [JsonObject, JsonObject];
  shown.if = sector;
  const terms = { properties: { terms_of_delivery: { const: true } }, required: ["terms_of_delivery"] };
  chosen.if = { allOf: [sector, terms] };
}

export const changes: Change[] = [
  {
    finding: "wizard 2",
    what: "the browser keeps the values of the number before",
    edits: [edit(`${model}/register/registering.ts`, "    held.release();\n")],
  },
  {
    finding: "wizard 2",
    what: "the server keeps saved values of another number",
    edits: [
      edit(
        "src/underwriting/company.ts",
        "moved ? followCompany(stepData, valuesFor(before, fields), values) : stepData",
        "stepData",
      ),
    ],
  },
  {
    finding: "wizard 2",
    what: "offers of another number stay",
    edits: [
      edit(
        `${model}/events.ts`,
        "prefill: { status, steps, offers, replaced: null }",
        "prefill: { status, steps, offers: [..._.prefill.offers, ...offers], replaced: null }",
      ),
      edit(`${model}/events.ts`, "    prefill: idle,\n", ""),
      edit(`${model}/events.ts`, 'prefill: { ...idle, status: "asking" }', ""),
    ],
  },
  {
    finding: "wizard 3",
    what: "steps made for another company are completed by themselves",
    edits: [edit(`${rules}/requestState.ts`, "answers[trigger.step]?.[trigger.field] ?? null", "null")],
  },
  {
    finding: "wizard 3",
    what: "another company is sent without the broker's word",
    edits: [
      edit(`${rules}/sending.ts`, "if (block.otherCompany || ", "if (true || block.otherCompany || "),
      edit(
        `${model}/sending/otherCompany.ts`,
        "return other !== null && core.state.get().confirmedCompany !== other.number;",
        "return other !== other;",
      ),
      edit(`${model}/sending/submitting.ts`, "otherCompany(core) ? { ...block, other_company: true } : block", "block"),
    ],
  },
  {
    finding: "wizard 4",
    what: "the only choice left is not made",
    edits: [edit("src/engine/schema/settleChoices.ts", "settled[field] = only.value;")],
  },
  {
    finding: "wizard 4",
    what: "what the contract refuses is priced",
    edits: [
      edit(
        `${rules}/requestCalls.ts`,
        "= refusedInputs(rules, answers, terms.context)",
        ": ReturnType<typeof refusedInputs> = []",
      ),
    ],
  },
  {
    finding: "wizard 4",
    what: "a cover completes itself at another price",
    edits: [
      edit(`${rules}/requestState.ts`, "price: priced ? annual : null", "price: null"),
      edit(`${rules}/requestState.ts`, ".map(buildChoice)", ".map(() => [])"),
    ],
  },
  {
    finding: "wizard 5",
    what: "sector and professions are not held together",
    edits: [{ file: "schemas/products/beroepsaansprakelijkheid/general-data.schema.json", json: bySectorAlone }],
  },
  {
    finding: "wizard 8",
    what: "a key belongs to its content alone, and the server answers the first number to it",
    edits: [
      edit(
        `${model}/sending/submitting.ts`,
        "keys.take(action, [core.opened.exists.draft_id ?? null, core.answers(), body])",
        "keys.take(action, body)",
      ),
      edit(
        `${requests}/sending/idempotency.ts`,
        " && !(await isAnother(db, routePlace, order, submission.request_id))",
      ),
    ],
  },
  {
    finding: "wizard 10",
    what: "answers that are taken back are not saved",
    edits: [edit(`${model}/saving/saveQueue.ts`, " || (!received && isStored(step))")],
  },
  {
    finding: "server 13",
    what: "a locked field is only painted",
    edits: [
      edit("src/underwriting/company.ts", "Object.keys(locked).filter((name) =>", "Object.keys({}).filter((name) =>"),
    ],
  },
];
