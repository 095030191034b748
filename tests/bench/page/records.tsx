// Our form alone, for the benchmark of lists: `?form=table&records=25`.
import { contracts } from "virtual:bench-records";
import { heavy } from "#widgets/heavy.ts";
import { drawOwn } from "./ownForm.tsx";
import { buildRecordAnswers, buildRecordForm, type RecordFormName } from "./recordForms.ts";

const query = new URLSearchParams(location.search);
const name = query.get("form") as RecordFormName;
// As the wizard loads them before it draws a step.
await Promise.all([heavy.list(), heavy.computed()]);
drawOwn({
  source: buildRecordForm(name),
  contract: contracts[name]!,
  answers: buildRecordAnswers(name, Number(query.get("records"))),
});
