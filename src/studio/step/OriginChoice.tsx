// Chooses where the answers come from: a case of the step, a journey, or a stored quotation.
import { useQuery } from "@tanstack/react-query";
import textStyles from "#widgets/fields/Text.module.css";
import { useLanguage } from "#widgets/runtime/text.ts";
import fieldTemplateStyles from "#widgets/templates/FieldTemplate.module.css";
import { requestNamesQuery } from "../data.ts";
import { nameCase } from "../workspace/model/cases.ts";
import { useWorkspace } from "../workspace/useWorkspace.ts";
import { isWord, useSay } from "../workspace/words.ts";
import { ORIGINS, type Origin } from "./setting.ts";
import type { OpenedStep } from "./useOpenStep.ts";

type Choice = Origin & { title: string };
type Props = Pick<OpenedStep, "cases" | "chosen" | "choose">;

const write = ({ kind, name }: Origin) => `${kind} ${name}`;

function read(value: string): Origin {
  const kind = ORIGINS.find((origin) => value.startsWith(`${origin} `)) ?? "case";
  return { kind, name: value.slice(kind.length + 1) };
}

/** Whole requests and cases of the step, each with its title in words. */
export function useOriginTitles() {
  const say = useSay();
  const language = useLanguage();
  const { product, content, selection } = useWorkspace();
  const { data = [] } = useQuery(requestNamesQuery(product.key));
  const requests = data.map(({ title, ...request }): Choice => {
    const [, flow, name = ""] = /^(\w+): (.*)$/.exec(title) ?? [];
    const key = `flow_${flow}`;
    return { ...request, title: isWord(key) ? say("titled", { kind: say(key), name }) : title };
  });
  const makeCase = (name: string): Choice => ({
    kind: "case",
    name,
    title: nameCase(content, selection.step, name, language),
  });
  return { requests, makeCase };
}

export function OriginChoice({ cases, chosen, choose }: Props) {
  const say = useSay();
  const { requests, makeCase: choice } = useOriginTitles();
  const ownCases = cases.slice(2);
  const failing = ownCases.filter(({ expect }) => expect !== "valid");
  const valid = ownCases.filter(({ expect }) => expect === "valid");
  return (
    <div className="pv-case">
      <label className={fieldTemplateStyles.label} htmlFor="pv-case">
        {say("answers")}
      </label>
      <select
        id="pv-case"
        className={textStyles.input}
        value={write(chosen.origin)}
        onChange={({ target: { value } }) => choose(read(value))}
      >
        <Choices choices={cases.slice(0, 2).map(({ name }) => choice(name))} />
        <Choices label={say("casesFailing")} choices={failing.map(({ name }) => choice(name))} />
        <Choices label={say("casesValid")} choices={valid.map(({ name }) => choice(name))} />
        <Choices label={say("journeys")} choices={requests.filter(({ kind }) => kind === "journey")} />
        <Choices label={say("storedQuotations")} choices={requests.filter(({ kind }) => kind === "quotation")} />
      </select>
      <button className="button button-secondary button-small" type="button" onClick={() => choose(chosen.origin)}>
        {say("startAgain")}
      </button>
    </div>
  );
}

function Choices({ label, choices }: { label?: string; choices: Choice[] }) {
  if (choices.length === 0) return null;
  const options = choices.map((choice) => (
    <option key={write(choice)} value={write(choice)}>
      {choice.title}
    </option>
  ));
  return label ? <optgroup label={label}>{options}</optgroup> : options;
}
