// Our form alone, for the forms that are drawn by hand too.
import { loadContract } from "./contract.ts";
import { buildSchema, buildUiSchema } from "./forms.ts";
import { drawOwn } from "./ownForm.tsx";
import { answers, form, formName } from "./page.ts";

drawOwn({
  source: { schema: buildSchema(form), ui: buildUiSchema(form) },
  contract: await loadContract(formName),
  answers,
});
