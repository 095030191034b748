// rjsf as it comes, with its own theme and its ajv validator, judging on Next. Needs a page without a policy: it evals.
import Form from "@rjsf/core";
import validator from "@rjsf/validator-ajv8";
import { useState } from "react";
import { buildSchema, findFields } from "./forms.ts";
import { answers, draw, form } from "./page.ts";

const uiSchema = {
  "ui:order": findFields(form).map(({ name }) => name),
  ...Object.fromEntries(
    findFields(form).map(({ name, kind }) => [name, kind === "yes-no" ? { "ui:widget": "radio" } : {}]),
  ),
};

function Stock() {
  const [data, setData] = useState<unknown>(answers);
  return (
    <Form
      idPrefix="bench"
      noHtml5Validate
      focusOnFirstError={false}
      schema={buildSchema(form) as never}
      uiSchema={uiSchema}
      validator={validator}
      formData={data}
      liveValidate="onBlur"
      onChange={(event) => setData(event.formData)}
      onError={() => undefined}
    />
  );
}

draw(<Stock />);
