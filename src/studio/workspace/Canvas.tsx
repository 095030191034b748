// The form of the selected step, drawn by the portal's own code with the answers of a case, in one language or both, as on a phone
// or a desktop.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import { LANGUAGES } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { requestQuery } from "../data.ts";
import { DrawnForms } from "../frame/DrawnForms.tsx";
import type { PreviewRequest } from "../server/request/previewRequests.ts";
import { Context } from "../step/Context.tsx";
import { KeepCase } from "../step/KeepCase.tsx";
import { OriginChoice } from "../step/OriginChoice.tsx";
import { useSetting } from "../step/setting.ts";
import { type OpenedStep, useOpenStep } from "../step/useOpenStep.ts";
import { Segments } from "./Segments.tsx";
import { useCasePremium } from "./tables/CasePremium.tsx";
import { useWorkspace } from "./useWorkspace.ts";
import styles from "./Workspace.module.css";
import { useSay } from "./words.ts";

export function Canvas() {
  const { product, selection } = useWorkspace();
  const [{ origin }] = useSetting();
  const { data: request, error } = useQuery(requestQuery(product.key, origin));
  if (request === undefined && !error) return <Loading rows={6} label="…" />;
  return <Drawn key={selection.step} request={request ?? null} />;
}

function Drawn({ request }: { request: PreviewRequest | null }) {
  const say = useSay();
  const { product, selection, select } = useWorkspace();
  const { step, names } = selection;
  const opened = useOpenStep(request);
  const [setting, change] = useSetting();
  const language = useLanguage();
  const missing = opened.open.presented(language).missingLists;
  const { data: priced } = useCasePremium(product);
  // Cards show the prices of the case.
  useEffect(() => {
    if (priced) opened.open.setPrices(priced.answered);
  }, [opened.open, priced]);
  return (
    <>
      <div className={styles.paneHead}>
        <OriginChoice {...opened} />
        <Segments
          label={say("language")}
          choices={[...LANGUAGES.map((code) => [code, code.toUpperCase()] as const), ["both", say("both")]]}
          value={setting.language}
          onChange={(language) => change({ language })}
        />
        <Segments
          label={say("width")}
          choices={[["phone", say("phone")] as const, ["", say("desktop")] as const]}
          value={setting.width}
          onChange={(width) => change({ width })}
        />
        <WalkLink chosen={opened.chosen} />
      </div>
      <Context {...opened} />
      <KeepCase {...opened} />
      {missing.length > 0 && <Notice tone="warning" title={say("missingLists", { names: missing.join(", ") })} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and is scrolled by keyboard */}
      <section className={styles.canvas} aria-label={say("form")} tabIndex={0}>
        <DrawnForms open={opened.open} onField={(name) => names[0] !== name && select({ step, names: [name] })} />
      </section>
    </>
  );
}

/**
 * From a step to the whole request: the steps before it are answered by their bases, the step by the chosen case. A
 * journey or quotation opens as it is.
 */
function WalkLink({ chosen }: Pick<OpenedStep, "chosen">) {
  const say = useSay();
  const { product, selection } = useWorkspace();
  const language = useLanguage();
  const [{ today, flow }] = useSetting();
  if (!product.product) return null;
  const { kind, name } = chosen.origin;
  const order = new URLSearchParams({
    step: selection.step,
    [kind]: name,
    today: today || chosen.context.today,
    language,
  });
  if (flow) order.set("flow", flow);
  return <Link to={`/request/${product.key}?${order}`}>{say("walk")}</Link>;
}
