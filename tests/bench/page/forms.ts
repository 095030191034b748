// The forms that the bench draws, in sections and with an order as real steps have them: once as fields, for who draws by hand, and
// once as schema and ui-schema.
import type { Answers, JsonObject } from "#engine/schema/types.ts";

export type Kind = "text" | "email" | "integer" | "currency" | "postal-code" | "select" | "yes-no";

export interface FieldSpec {
  name: string;
  label: string;
  kind: Kind;
  required: boolean;
  options?: string[];
  value: unknown;
}

export interface FormSpec {
  sections: { title: string; fields: FieldSpec[] }[];
  /** The text field that is typed in. */
  typed: string;
}

/** Where a trace finds the end of the first frame with the form in it. */
export const FIRST_FRAME = "first-frame";

export const FORMS = ["company", "100", "500", "choices"] as const;
export type FormName = (typeof FORMS)[number];

const field = (name: string, kind: Kind, value: unknown, required = true): FieldSpec => ({
  name,
  label: name.replaceAll("_", " "),
  kind,
  required,
  value,
  ...(kind === "select" ? { options: ["bv", "nv", "vof", "eenmanszaak", "stichting"] } : {}),
});

function texts(count: number): FormSpec {
  const fields = Array.from({ length: count }, (_, index) =>
    field(`field_${index}`, "text", `value ${index}`, index % 2 === 0),
  );
  const sections = Array.from({ length: count / 10 }, (_, index) => ({
    title: `Section ${index}`,
    fields: fields.slice(index * 10, index * 10 + 10),
  }));
  return { sections, typed: `field_${count / 2}` };
}

const company: FormSpec = {
  sections: [
    {
      title: "Company",
      fields: [
        field("company_name", "text", "Bakkerij Bos"),
        field("legal_form", "select", "bv"),
        field("phone", "text", "0201234567", false),
        field("email", "email", "info@bakkerij.example"),
      ],
    },
    {
      title: "Address",
      fields: [
        field("street", "text", "Dorpsstraat"),
        field("house_number", "integer", 12),
        field("postal_code", "postal-code", "1234 AB"),
        field("city", "text", "Utrecht"),
      ],
    },
    { title: "Activity", fields: [field("revenue", "currency", 250_000), field("abroad", "yes-no", false)] },
  ],
  typed: "company_name",
};

const choices: FormSpec = {
  sections: [
    {
      title: "Questions",
      fields: Array.from({ length: 10 }, (_, index) => field(`question_${index}`, "yes-no", false)),
    },
  ],
  typed: "",
};

export function formSpec(name: FormName): FormSpec {
  if (name === "company") return company;
  return name === "choices" ? choices : texts(Number(name));
}

export const findFields = ({ sections }: FormSpec): FieldSpec[] => sections.flatMap(({ fields }) => fields);

export const buildAnswers = (form: FormSpec): Answers =>
  Object.fromEntries(findFields(form).map(({ name, value }) => [name, value]));

const TYPES: Record<Kind, JsonObject> = {
  text: { type: "string", minLength: 2, maxLength: 200 },
  email: { type: "string", minLength: 2, maxLength: 200 },
  "postal-code": { type: "string", minLength: 2, maxLength: 7 },
  select: { type: "string" },
  integer: { type: "integer", minimum: 1 },
  currency: { type: "integer", minimum: 1 },
  "yes-no": { type: "boolean" },
};

export function buildSchema(form: FormSpec): JsonObject {
  const fields = findFields(form);
  const described = fields.map(({ name, label, kind, options }) => [
    name,
    { title: label, ...TYPES[kind], ...(options && { enum: options }) },
  ]);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: Object.fromEntries(described),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

export function buildUiSchema(form: FormSpec): JsonObject {
  const fields = findFields(form);
  const sections = form.sections.map((section) => ({
    title: section.title,
    fields: section.fields.map(({ name }) => name),
  }));
  return {
    "ui:order": fields.map(({ name }) => name),
    "ui:options": { sections },
    ...Object.fromEntries(fields.map(({ name, kind }) => [name, { "ui:widget": kind }])),
  };
}

/** The rules, as the pages without schemas judge them. */
export function findProblem({ kind, required }: FieldSpec, value: unknown): string | null {
  if (value === undefined || value === null || value === "") return required ? "Fill in this field" : null;
  if (kind === "integer" || kind === "currency")
    return Number.isInteger(Number(value)) && Number(value) >= 1 ? null : "At least 1";
  return typeof value === "string" && value.length < 2 ? "At least 2 characters" : null;
}
