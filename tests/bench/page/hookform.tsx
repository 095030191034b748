// The same form with react-hook-form, as its documentation recommends: uncontrolled inputs by `register`, validated on
// blur, and all errors with a summary after Next.
import { type Control, useForm, useFormState } from "react-hook-form";
import formStyles from "#widgets/Form.module.css";
import radioStyles from "#widgets/fields/choice/Radio.module.css";
import { type FieldSpec, findFields, findProblem } from "./forms.ts";
import { answers, draw, form } from "./page.ts";
import { Frame, inputProps, Sections, Summary } from "./parts.tsx";

type Values = Record<string, string>;

const texts: Values = Object.fromEntries(findFields(form).map(({ name }) => [name, String(answers[name] ?? "")]));

interface FieldProps {
  field: FieldSpec;
  control: Control<Values>;
}

function Field({ field, control }: FieldProps) {
  const { errors } = useFormState({ control, name: field.name });
  const error = errors[field.name]?.message;
  const registered = control.register(field.name, { validate: (value) => findProblem(field, value) ?? true });
  const input = inputProps(field, error);
  return (
    <Frame field={field} error={error}>
      {field.kind === "yes-no" ? (
        <div className={radioStyles.boxes}>
          {["true", "false"].map((option) => (
            <label key={option}>
              <input className={radioStyles.radio} type="radio" value={option} {...registered} />
              {option === "true" ? "Yes" : "No"}
            </label>
          ))}
        </div>
      ) : field.options ? (
        <select {...input} {...registered}>
          <option value="" />
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input {...input} {...registered} />
      )}
    </Frame>
  );
}

function Errors({ control }: { control: Control<Values> }) {
  const { errors, submitCount } = useFormState({ control });
  if (submitCount === 0) return null;
  const messages = Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
  return <Summary form={form} errors={messages} />;
}

function HookForm() {
  const { control, handleSubmit } = useForm<Values>({
    defaultValues: texts,
    mode: "onTouched",
    shouldFocusError: false,
  });
  return (
    <form className={formStyles.sections} noValidate onSubmit={handleSubmit(() => undefined)}>
      <Errors control={control} />
      <Sections form={form}>{(field) => <Field key={field.name} field={field} control={control} />}</Sections>
      <button type="submit">Next</button>
    </form>
  );
}

draw(<HookForm />);
