// The panel of what is selected below the steps: made from the meta-schema for what is written in the product's files, and for a case
// or journey what it expects and what the rules say.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { sameValue } from "#engine/fields/formValues.ts";
import { inEachLanguage } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import { Button } from "#widgets/ui/Button.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { requestQuery } from "../../data.ts";
import { useOriginTitles } from "../../step/OriginChoice.tsx";
import { openStep, type Start } from "../../step/openStep.ts";
import { findStart, startWithRequest } from "../../step/useOpenStep.ts";
import { describeError } from "../model/cases.ts";
import { makeAct } from "../model/fieldActs.ts";
import { findNode } from "../model/outline.ts";
import { findMeta, listParts, type ProductPart, readShared, setInside } from "../model/parts.ts";
import type { Path } from "../model/places.ts";
import { findAnswers, listOperators } from "../model/vocabulary.ts";
import { Name } from "../panel/Inputs.tsx";
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
  const { requests, makeCase } = useOriginTitles();
  const { title } = requests.find(({ kind, name }) => kind === part.kind && name === part.name) ?? makeCase(part.name);
  const label = found?.label ?? title;
  const isNamed = part.kind === "list" || part.kind === "fact" || part.kind === "document";
  return (
    <aside className={workspaceStyles.pane} aria-label={say("panel")}>
      <h2 className={workspaceStyles.paneHead}>
        <span>
          {say("titled", { kind: say(`kind_${part.kind}`), name: "" })} <Name {...{ label, name: part.name }} />
          {isNamed && label !== part.name && (
            <small>
              {" "}
              <code>{part.name}</code>
            </small>
          )}
        </span>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and is scrolled by keyboard */}
      <section className={styles.body} tabIndex={0} aria-label={label}>
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
    () => ({ answers: findAnswers(content).list({}), operators: listOperators(metas), content }),
    [content, metas],
  );
  const value = content.valueAt(found.file, found.path);
  const shared = Object(value).use;
  const change = (path: Path, next: unknown) => {
    const member = path.filter((segment) => typeof segment === "string").join(" ") || found.name;
    const names = inEachLanguage(
      (code) => listParts(content, code).find(({ name }) => name === found.name)?.label ?? "",
    );
    const isRemoved = next === undefined && path.length === 0;
    const sentence = inBoth(isRemoved ? "partRemoved" : "partSet", { name: names, member });
    return acts.run((current) => {
      const was = current.valueAt(found.file, found.path);
      const edit = { file: found.file, path: found.path, was, value: setInside(was, path, next) };
      return makeAct(sentence, [edit], `${found.name} ${path}`);
    });
  };
  const remove = async () => {
    if ((await change([], undefined)) === undefined) setAddress({ part: null });
  };
  const showJson = () => setAddress({ part: null, tab: "json", file: found.file });
  return (
    <>
      <MetaPanel
        meta={findMeta(metas, found.kind)}
        value={value}
        {...(typeof shared === "string" && { inherited: readShared(content, shared) })}
        label={say(`kind_${found.kind}`)}
        vocabulary={vocabulary}
        onChange={change}
      />
      <div className="actions">
        <Button small kind="quiet" onClick={showJson}>
          {say("showJson")}
        </Button>
        <Button small icon="trash" onClick={() => void remove()}>
          {say("delete")}
        </Button>
      </div>
    </>
  );
}

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
          <p key={`${place} ${sentence}`}>
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
  const language = useLanguage();
  const { product, words, content, outline } = useWorkspace();
  const title = findNode(outline, { step, names: [] })?.label ?? step;
  const errors = openStep(product, words, step, start).judge(start.data);
  const list = (pairs: readonly (readonly [pointer: string, keyword: string])[]) =>
    [...pairs].sort().map((error) => describeError(content, step, error, language));
  const actual = list(errors.map(({ pointer, keyword }) => [pointer, keyword] as const));
  const expected = start.expect === "valid" || start.expect === null ? [] : list(start.expect);
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Mark isRight={sameValue(actual, expected)} />
      <dl className={styles.verdict}>
        <dt>{say("expects")}</dt>
        <dd>{expected.join("; ") || say("noErrors")}</dd>
        <dt>{say("actual")}</dt>
        <dd>{actual.join("; ") || say("noErrors")}</dd>
      </dl>
    </section>
  );
}
