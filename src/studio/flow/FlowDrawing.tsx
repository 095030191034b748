// The flow of a product drawn from its data: the steps in their order, what leads past them, and the ends that a request can come to
// in the chosen flow. The same is written as text below it.

import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { call } from "#api/calls/call.ts";
import { expressionWords } from "#engine/expressions/expressionWords.ts";
import type { FlowName, Language } from "#engine/schema/types.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import type { PreviewProduct } from "../data.ts";
import { findStepTitle, type Words } from "../language/words.ts";
import type { ProductEnds } from "../server/calls.ts";
import { FLOWS, useSetting } from "../step/setting.ts";

interface Props {
  product: PreviewProduct;
  words: Record<Language, Words>;
  current: string;
}

const [WIDTH, HEIGHT, GAP] = [128, 52, 28];
const MIDDLE = HEIGHT / 2;
/** Where the rows begin: steps, the step that explains, the declined end. */
const ROWS = [8, 104, 176] as const;
const findLeft = (column: number) => column * (WIDTH + GAP) + 2;

export function FlowDrawing(props: Props) {
  const { product } = props;
  const { data: ends } = useQuery({
    queryKey: ["studio", "ends", product.key, product.release],
    queryFn: ({ signal }) =>
      call<ProductEnds>("GET", `/studio/products/${encodeURIComponent(product.key)}/ends`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [setting, change] = useSetting();
  const { flows } = product.bundle.manifest;
  const offered = FLOWS.filter((name) => flows[name]);
  const flow = offered.find((name) => name === setting.flow) ?? offered[0];
  if (!ends || !flow) return null;
  return (
    <figure className="card studio-drawing">
      <p className="pv-line">
        {offered.map((name) => (
          <button
            key={name}
            type="button"
            className="button button-small button-secondary"
            aria-pressed={name === flow}
            onClick={() => change({ flow: name })}
          >
            {name}
          </button>
        ))}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard */}
      <section tabIndex={0} aria-label={`Drawing of ${flow}`}>
        <Drawing {...props} ends={ends} flow={flow} />
      </section>
      <figcaption>
        <InWords product={product} ends={ends} flow={flow} />
      </figcaption>
    </figure>
  );
}

/** What becomes of a request that is sent, as far as the flow can send it. */
function findOutcomes(product: PreviewProduct, flow: FlowName): string[] {
  const hidden = product.bundle.manifest.flows[flow]?.hide ?? [];
  return [
    ...(hidden.includes("quotation") ? [] : ["quotation"]),
    ...(hidden.includes("insurance-policy") ? [] : ["policy accepted", "policy referred"]),
  ];
}

type DrawingProps = Props & { ends: ProductEnds; flow: FlowName };

function Drawing({ product, words, current, ends, flow }: DrawingProps) {
  const language = useLanguage();
  const { manifest } = product.bundle;
  const steps = manifest.steps.filter(({ extra }) => !extra);
  const extra = manifest.steps.find((step) => step.extra);
  const outcomes = findOutcomes(product, flow);
  const send = steps.length;
  const refers = (key: string) => (ends.steps[key]?.refer.length ?? 0) > 0;
  const declines = (key: string) => (ends.steps[key]?.decline.length ?? 0) > 0;
  const ruled = (effect: string) => ends.rules.some((rule) => rule.effect === effect);
  const declined = steps.some(({ key }) => declines(key)) || ruled("decline");
  const title = (key: string) => findStepTitle(words[language], key) ?? key;
  const stored = manifest.flows[flow]?.steps === "disabled";
  return (
    <svg
      role="img"
      aria-label={`${steps.map(({ key }) => title(key)).join(", then ")}, then it is sent. Ends: ${[...outcomes, ...(declined ? ["declined"] : [])].join(", ")}.`}
      viewBox={`0 0 ${findLeft(send + 2)} ${ROWS[2] + HEIGHT + 4}`}
      width={findLeft(send + 2)}
      lang={language}
    >
      <Arrowhead />
      {steps.map(({ key }, column) => (
        <Fragment key={key}>
          <Box column={column} row={0} text={title(key)} kind={stored ? "stored" : "step"} on={key === current} />
          <path d={`M${findLeft(column) + WIDTH} ${ROWS[0] + MIDDLE} h${GAP - 2}`} />
          {extra && refers(key) && <Down column={column} to={send} row={1} shift={-10} />}
          {declines(key) && <Down column={column} to={send + 1} row={2} shift={10} refusing />}
        </Fragment>
      ))}
      <Box column={send} row={0} text="Send" kind="send" on={current === "request"} />
      {extra && (
        <>
          <Box column={send} row={1} text={title(extra.key)} kind="extra" on={extra.key === current} />
          <path d={`M${findLeft(send) + WIDTH / 2} ${ROWS[1]} v${ROWS[0] + HEIGHT - ROWS[1] + 2}`} />
        </>
      )}
      {outcomes.map((name, index) => (
        <Fragment key={name}>
          <End column={send + 1} text={name} top={ROWS[0] + index * 36} />
          <path d={`M${findLeft(send) + WIDTH} ${ROWS[0] + MIDDLE} h10 V${ROWS[0] + index * 36 + 14} h${GAP - 12}`} />
        </Fragment>
      ))}
      {declined && <End column={send + 1} text="declined" top={ROWS[2] + MIDDLE - 14} refusing />}
    </svg>
  );
}

interface EndProps {
  text: string;
  column: number;
  top: number;
  refusing?: boolean;
}

function End({ text, column, top, refusing = false }: EndProps) {
  return (
    <g className={refusing ? "studio-end studio-refusing" : "studio-end"}>
      <rect x={findLeft(column)} y={top} width={WIDTH} height={28} rx={14} />
      <text x={findLeft(column) + WIDTH / 2} y={top + 18} textAnchor="middle" lang="en">
        {text}
      </text>
    </g>
  );
}

/** From below a step to the beginning of a box further on, in a row beneath. */
function Down({
  column,
  to,
  row,
  shift,
  refusing,
}: {
  column: number;
  to: number;
  row: 1 | 2;
  shift: number;
  refusing?: boolean;
}) {
  const x = findLeft(column) + WIDTH / 2 + shift;
  const way = `M${x} ${ROWS[0] + HEIGHT} V${ROWS[row] + MIDDLE} H${findLeft(to) - 2}`;
  return <path d={way} className={refusing ? "studio-refusing" : "studio-referring"} />;
}

function Arrowhead() {
  return (
    <defs>
      <marker id="studio-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
        <path d="M0 0 8 4 0 8z" />
      </marker>
    </defs>
  );
}

interface BoxProps {
  column: number;
  row: 0 | 1;
  text: string;
  kind: string;
  on: boolean;
}

function Box({ column, row, text, kind, on }: BoxProps) {
  const lines = splitWords(text);
  const first = ROWS[row] + MIDDLE + 5 - (lines.length - 1) * 8;
  return (
    <g className={`studio-box studio-${kind}`} data-current={on || undefined}>
      <rect x={findLeft(column)} y={ROWS[row]} width={WIDTH} height={HEIGHT} rx={8} />
      {lines.map((line, index) => (
        <text key={line} x={findLeft(column) + WIDTH / 2} y={first + index * 16} textAnchor="middle">
          {line}
        </text>
      ))}
    </g>
  );
}

const LONGEST = 16;

/** Over at most two lines. What does not fit ends in dots. */
function splitWords(text: string): string[] {
  const all = text.replaceAll("\u00ad", "").split(" ");
  const first = all.filter((_, index) => all.slice(0, index + 1).join(" ").length <= LONGEST || index === 0);
  const rest = all.slice(first.length).join(" ");
  const shorten = (line: string) => (line.length > LONGEST + 1 ? `${line.slice(0, LONGEST)}…` : line);
  return [first.join(" "), rest].filter(Boolean).map(shorten);
}

function InWords({ product, ends, flow }: Pick<DrawingProps, "product" | "ends" | "flow">) {
  const { steps, flows } = product.bundle.manifest;
  const extra = steps.find((step) => step.extra)?.key;
  const endsOfSteps = Object.entries(ends.steps).flatMap(([step, { refer, decline }]) => [
    ...(refer.length > 0 ? [[step, "refer", refer] as const] : []),
    ...(decline.length > 0 ? [[step, "decline", decline] as const] : []),
  ]);
  const outcome = {
    refer: extra ? `leads to ${extra}, and the policy is referred` : "refers the policy",
    decline: "declines",
  };
  return (
    <ul>
      {flows[flow]?.steps === "disabled" && <li>The steps hold what is stored; each is opened by Change.</li>}
      {endsOfSteps.map(([step, effect, ids]) => (
        <li key={step + effect} data-effect={effect}>
          A wrong answer to {ids.length === 1 ? "question" : "one of the questions"} {ids.join(", ")} of{" "}
          <code>{step}</code> {outcome[effect]}.
        </li>
      ))}
      {ends.rules.map(({ name, effect, when }) => (
        <li key={name} data-effect={effect}>
          The rule <code>{name}</code> {outcome[effect]}: {expressionWords(when)}.
        </li>
      ))}
      {findOutcomes(product, flow).includes("policy referred") && (
        <li data-effect="refer">A background check that fails refers the policy too.</li>
      )}
    </ul>
  );
}
