// The studio's screen for one product: outline, form, panel and a line below, in one window that does not scroll. Selecting, moving
// and closing is in the address and on this device. Every change is a patch on the files.
import { useQuery } from "@tanstack/react-query";
import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import { I18nProvider } from "react-aria-components";
import { useParams } from "react-router";
import { PortalError } from "#api/calls/call.ts";
import { CONVENTIONS } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { type PreviewProduct, previewQuery, studioQuery, useCheck } from "../data.ts";
import { buildWords } from "../language/words.ts";
import { Unpublished } from "../product/Unpublished.tsx";
import { buildSearch } from "../step/setting.ts";
import { AddDialog } from "./add/AddDialog.tsx";
import type { AddKind } from "./add/form.ts";
import { Canvas } from "./Canvas.tsx";
import { FindingList } from "./findings/Findings.tsx";
import { Content } from "./model/content.ts";
import type { MetaSchemas } from "./model/members.ts";
import { buildOutline, findNode, type OutlineNode, type Selection } from "./model/outline.ts";
import { Outline } from "./Outline.tsx";
import { useKeys, usePaneKeys, usePanes } from "./Panes.tsx";
import { Panel } from "./panel/Panel.tsx";
import { useAddress } from "./panel/useAddress.ts";
import { PartPanel } from "./parts/PartPanel.tsx";
import { PartsOutline, usePart } from "./parts/PartsOutline.tsx";
import { Segments } from "./Segments.tsx";
import { StatusLine } from "./StatusLine.tsx";
import { Top } from "./Top.tsx";
import { CasePremium } from "./tables/CasePremium.tsx";
import { Tables } from "./tables/Tables.tsx";
import { TextsGrid } from "./texts/TextsGrid.tsx";
import { textsQuery, useActs } from "./useActs.ts";
import { WorkspaceParts } from "./useWorkspace.ts";
import styles from "./Workspace.module.css";
import { useSay } from "./words.ts";

export function Workspace({ away }: { away: boolean }) {
  const { product: key = "" } = useParams();
  const say = useSay();
  const language = useLanguage();
  const { data: product, error } = useQuery(previewQuery(key));
  const { data: texts } = useQuery(textsQuery(key));
  const { data: metas } = useQuery(studioQuery<MetaSchemas>("/studio/meta"));
  if (error && !product) {
    const isUnknown = error instanceof PortalError && error.status === 404;
    return <Unpublished product={key} reason={isUnknown ? say("noSuchProduct") : error.message} />;
  }
  if (!product || !texts || !metas) return <Loading rows={8} label={say("saving")} />;
  return (
    <I18nProvider locale={CONVENTIONS[language].locale}>
      <Loaded key={key} {...{ product, texts, metas, away }} />
    </I18nProvider>
  );
}

interface LoadedProps {
  product: PreviewProduct;
  texts: Readonly<Record<string, string>>;
  metas: MetaSchemas;
  away: boolean;
}

/** What is selected is in the address: the first step where the product does not have it, or not yet. */
function useSelection(outline: readonly OutlineNode[]): [Selection, (selection: Selection) => void] {
  const [search, setAddress] = useAddress();
  const field = search.get("field") ?? "";
  const known = outline.find(({ step }) => step === search.get("step")) ?? outline[0];
  const selection = { step: known?.step ?? "", names: field ? field.split(".") : [] };
  const select = ({ step, names }: Selection) =>
    setAddress((before) => {
      const next = new URLSearchParams(step === selection.step ? before : buildSearch(before, step));
      next.set("step", step);
      for (const name of ["part", "file", "field"]) next.delete(name);
      if (names.length > 0) next.set("field", names.join("."));
      return next;
    });
  return [selection, select];
}

function Loaded({ product, texts, metas, away }: LoadedProps) {
  const say = useSay();
  const language = useLanguage();
  const acts = useActs(product.key);
  const content = useMemo(() => new Content(product.key, texts, metas), [product.key, texts, metas]);
  const words = useMemo(() => buildWords(product), [product]);
  const outline = useMemo(() => buildOutline(product, words, language), [product, words, language]);
  const [selection, select] = useSelection(outline);
  const [part] = usePart();
  const check = useCheck();
  const { style, splitter } = usePanes();
  usePaneKeys();
  const retry = useRef(acts.retry);
  retry.current = acts.retry;
  useEffect(() => {
    if (!away) void retry.current();
  }, [away]);
  const [adding, setAdding] = useState<{ kind?: AddKind; at: number }>();
  const { isSaving } = acts;
  // While one is written already, the next one begins with its own list.
  const openAdd = () => setAdding((open) => (open && !isSaving ? open : { at: Date.now() }));
  useActKeys(openAdd, acts.step);
  const name = product.product?.name[language] ?? product.key;
  const node = findNode(outline, selection);
  const [view, setView] = useView();
  const middles = {
    tables: <Tables />,
    texts: <TextsGrid />,
    form: <Canvas />,
  };
  const parts = { product, words, content, metas, acts, outline, check, selection, select };
  return (
    <WorkspaceParts value={parts}>
      <div className={styles.window} style={style}>
        <title>{`${node?.label ?? name} - ${name} - studio`}</title>
        <Top product={product.key} name={name} />
        <main className={styles.panes} id="content" tabIndex={-1}>
          <h1 className="visually-hidden">{[name, node?.label].filter(Boolean).join(", ")}</h1>
          <Outline onAdd={openAdd}>
            <PartsOutline onAdd={(kind) => setAdding({ kind, at: Date.now() })} />
          </Outline>
          {splitter("outline", say("outline"))}
          <div className={`${styles.pane} ${styles.middle}`}>
            {away && <Notice tone="danger" role="alert" title={say("away")} />}
            {check?.current === false && <Older findings={check.findings} />}
            <ViewChoice view={view} onChange={setView} />
            {middles[view]}
          </div>
          {splitter("panel", say("panel"))}
          {view === "tables" && <CasePremium />}
          {view === "texts" && (
            <aside className={styles.pane} aria-label={say("form")}>
              {middles.form}
            </aside>
          )}
          {view === "form" && (part ? <PartPanel part={part} /> : <Panel />)}
          <p className={styles.wider}>{say("wider")}</p>
        </main>
        <StatusLine />
        {adding && (
          <AddDialog
            key={adding.at}
            first={adding.kind}
            // Closes when the panel of the new part is shown, so that no key reaches the earlier panel.
            onClose={() => startTransition(() => setAdding((open) => (open === adding ? undefined : open)))}
          />
        )}
        <LiveRegion />
      </div>
    </WorkspaceParts>
  );
}

const VIEWS = ["form", "tables", "texts"] as const;
type View = (typeof VIEWS)[number];

/** What the middle of the screen shows: the form, the tables or all texts. The address contains it. */
function useView(): [View, (view: View) => void] {
  const [search, setAddress] = useAddress();
  const view = VIEWS.find((name) => name === search.get("view")) ?? "form";
  return [view, (next) => setAddress({ view: next })];
}

function ViewChoice({ view, onChange }: { view: View; onChange(view: View): void }) {
  const say = useSay();
  return (
    <div className={styles.paneHead}>
      <Segments<View>
        label={say("view")}
        choices={VIEWS.map((name) => [name, say(`view_${name}`)] as const)}
        value={view}
        onChange={onChange}
      />
    </div>
  );
}

/** The last release stays drawn, with what is wrong above it. */
function Older({ findings }: Parameters<typeof FindingList>[0]) {
  const say = useSay();
  return (
    <Notice tone="warning" role="status" title={say("older")}>
      <FindingList findings={findings.filter(({ level }) => level === "error").slice(0, 3)} />
    </Notice>
  );
}

/** Ctrl+K adds. Ctrl+Z and Ctrl+Y work outside of a text that is being typed, which has its own. */
function useActKeys(add: () => void, step: (way: "undo" | "redo") => Promise<void>): void {
  useKeys((event) => {
    const { target, key, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
    if (!(ctrlKey || metaKey) || defaultPrevented) return;
    const isTyped = target instanceof Element && target.closest("input, textarea, select, [contenteditable]");
    const steps = { z: () => step(shiftKey ? "redo" : "undo"), y: () => step("redo") };
    const acts: Record<string, () => unknown> = { k: add, ...(!isTyped && steps) };
    const act = acts[key.toLowerCase()];
    if (act) event.preventDefault();
    act?.();
  });
}
