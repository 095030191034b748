// rjsf as it comes, with its own theme and its ajv validator, validating live. Needs a page without a policy: it evals.
import Form from "@rjsf/core";
import validator from "@rjsf/validator-ajv8";
import { useState } from "react";
import { flatData, flatSchema } from "#app/bench/flat.ts";
import { counts, fields, offer } from "#app/bench/page.ts";

const schema = flatSchema(fields);

const render = Form.prototype.render;
Form.prototype.render = function counted() {
  counts.renders += 1;
  return render.call(this);
};

function Stock() {
  const [data, setData] = useState(flatData(fields));
  return (
    <Form
      idPrefix="bench"
      schema={schema as never}
      validator={validator}
      formData={data}
      liveValidate="onChange"
      onChange={(event) => {
        counts.validations += 1;
        setData(event.formData);
      }}
    />
  );
}

offer(() => <Stock />);
