// The panel of what is selected below the steps: made from the meta-schema for what is written in the product's files, and for a case
// or journey what it expects and what the rules say.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { inEachLanguage } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import { Button } from "#widgets/ui/Button.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { requestQuery } from "../../data.ts";
import { openStep, type Start } from "../../step/openStep.ts";
import { findStart, startWithRequest } from "../../step/useOpenStep.ts";
import { makeAct } from "../model/fieldActs.ts";
import { findMeta, listParts, type ProductPart, readShared, setInside } from "../model/parts.ts";
import type { Path } from "../model/places.ts";
import { Answers, listOperators } from "../model/vocabulary.ts";
import { useAddress } from "../panel/useAddress.ts";
import { useWorkspace } from "../useWorkspace.ts";
import workspaceStyles from "../Workspace.module.css";
import { inBoth, useSay } from "../words.ts";
import { MetaPanel } from "./MetaPanel.tsx";
import styles from "./Parts.module.css";
import type { PartSelection } from "./PartsOutline.tsx";

export function PartPanel({ part }: { part: PartSelection }) {
  const say = useSay();
  const language = useLanguage();
  const { content } = useWorkspace();
  const found = listParts(content, language).find(({ kind, name }) => kind === part.kind && name === part.name);
  const isProof = part.kind === "case" || part.kind === "journey";
  return (
    <aside className={workspaceStyles.pane} aria-label={say("panel")}>
      <h2 className={workspaceStyles.paneHead}>
        {say("titled", { kind: say(`kind_${part.kind}`), name: found?.label ?? part.name })}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and is scrolled by keyboard */}
      <section className={styles.body} tabIndex={0} aria-label={found?.label ?? part.name}>
        {isProof && <Proof part={part} />}
        {!isProof && !found && <Notice title={say("partGone")} />}
        {found && <Written key={`${found.kind} ${found.name}`} found={found} />}
      </section>
    </aside>
  );
}

/** What the files have, with an act for each member. */
function Written({ found }: { found: ProductPart }) {
  const say = useSay();
  const { content, metas, acts } = useWorkspace();
  const [, setAddress] = useAddress();
  const vocabulary = useMemo(
    () => ({ answers: new Answers(content).list({}), operators: listOperators(metas) }),
    [content, metas],
  );
  const value = content.valueAt(found.file, found.path);
  const shared = Object(value).use;
  const change = (path: Path, next: unknown) => {
    const member = path.filter((segment) => typeof segment === "string").join(" ") || found.name;
    const names = inEachLanguage(
      (code) => listParts(content, code).find(({ name }) => name === found.name)?.label ?? "",
    );
    const sentence = inBoth("partSet", { name: names, member });
    return acts.run((current) => {
      const was = current.valueAt(found.file, found.path);
      const edit = { file: found.file, path: found.path, was, value: setInside(was, path, next) };
      return makeAct(sentence, [edit], `${found.name} ${path}`);
    });
  };
  const showJson = () => setAddress({ part: null, tab: "json", file: found.file });
  return (
    <>
      <MetaPanel
        meta={findMeta(metas, found.kind)}
        value={value}
        {...(typeof shared === "string" && { inherited: readShared(content, shared) })}
        label={found.label}
        vocabulary={vocabulary}
        onChange={change}
      />
      <div className="actions">
        <Button small kind="quiet" onClick={showJson}>
          {say("showJson")}
        </Button>
      </div>
    </>
  );
}

const listErrors = (errors: readonly (readonly [pointer: string, keyword: string])[]) =>
  errors
    .map((error) => error.join(" "))
    .sort()
    .join(", ");

function Proof({ part }: { part: PartSelection }) {
  const say = useSay();
  const { product, check, selection } = useWorkspace();
  const { step } = selection;
  const isCase = part.kind === "case";
  const origin = isCase ? null : ({ kind: "journey", name: part.name } as const);
  const { data: request } = useQuery(requestQuery(product.key, origin));
  const findings = (check?.findings ?? []).filter(({ file }) => file.endsWith(`/${part.name}.json`));
  const steps = Object.keys(product.bundle.steps).filter((each) => request?.errors[each] !== undefined);
  const ofCase = isCase ? findStart(product, step, part.name) : undefined;
  const starts = request ? steps.map((each) => [each, startWithRequest(request, each)] as const) : [];
  return (
    <>
      <p>{say("openInForm")}</p>
      {request && <Mark isRight={findings.every(({ level }) => level !== "error")} />}
      {request &&
        findings.map(({ sentence, hint, place }) => (
          <p key={`${place} ${sentence}`} lang="en">
            {sentence}; {hint}
          </p>
        ))}
      {(ofCase ? [[step, ofCase] as const] : starts).map(([each, start]) => (
        <StepProof key={each} step={each} start={start} />
      ))}
    </>
  );
}

function Mark({ isRight }: { isRight: boolean }) {
  const say = useSay();
  return (
    <p>
      <Badge tone={isRight ? "done" : "no"}>{say(isRight ? "passes" : "fails")}</Badge>
    </p>
  );
}

function StepProof({ step, start }: { step: string; start: Start }) {
  const say = useSay();
  const { product, words } = useWorkspace();
  const errors = openStep(product, words, step, start).judge(start.data);
  const actual = listErrors(errors.map(({ pointer, keyword }) => [pointer, keyword] as const));
  const expected = start.expect === "valid" || start.expect === null ? "" : listErrors(start.expect);
  return (
    <section aria-label={step}>
      <h3>{step}</h3>
      <Mark isRight={actual === expected} />
      <dl className={styles.verdict}>
        <dt>{say("expects")}</dt>
        <dd>{expected || say("noErrors")}</dd>
        <dt>{say("actual")}</dt>
        <dd>{actual || say("noErrors")}</dd>
      </dl>
    </section>
  );
}
