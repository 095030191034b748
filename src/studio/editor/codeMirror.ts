// CodeMirror with the language service: completion, hover, definition, findings. It signs the styles it adds with the
// page's nonce, so that the page's policy allows no others.
import { autocompletion, type CompletionContext, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { Completion, Diagnostic, Hover, Location } from "../server/edit/editing.ts";

type LanguageRequest = <Answer>(
  ask: "complete" | "hover" | "definition",
  offset: number,
  text: string,
) => Promise<Answer>;

interface EditorOptions {
  label: string;
  /** Not JSON: a table, for example. */
  plain?: boolean;
  text: string;
  ask: LanguageRequest;
  /** The text was edited. */
  changed(): void;
  /** True, so that CodeMirror looks for no other command. */
  save(): true;
  go(to: Location): void;
}

const fromDisk = Annotation.define<true>();
const nonce = () => document.querySelector('meta[name="style-nonce"]')?.getAttribute("content") ?? "";

export function createEditor(parent: HTMLElement, options: EditorOptions) {
  const { label, plain = false, text, ask } = options;
  const ownKeys = [
    { key: "Mod-s", preventDefault: true, run: () => options.save() },
    { key: "F12", preventDefault: true, run: (view: EditorView) => goToDefinition(view, options) },
  ];
  const extensions = [
    EditorView.cspNonce.of(nonce()),
    lineNumbers(),
    history(),
    highlightActiveLine(),
    bracketMatching(),
    ...(plain ? [] : [json()]),
    syntaxHighlighting(classHighlighter),
    autocompletion({ override: [(context) => complete(context, ask, plain)] }),
    hoverTooltip((view, position) => hover(view, position, ask)),
    lintGutter(),
    // The browser finds only the lines that are drawn.
    search({ top: true }),
    // Without Tab, which leads on to what follows the editor.
    keymap.of([...ownKeys, ...completionKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    EditorView.updateListener.of(({ docChanged, transactions }) => {
      if (docChanged && !transactions.some((transaction) => transaction.annotation(fromDisk))) options.changed();
    }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
  return {
    read: () => view.state.doc,
    replace: (newText: string) => replaceText(view, newText),
    /** `disk` is the text that they are about. */
    showFindings: (findings: readonly Diagnostic[], disk: string) => showFindings(view, findings, disk),
    goTo: (from: number, to: number) => goTo(view, from, to),
    destroy: () => view.destroy(),
  };
}

async function complete(context: CompletionContext, ask: LanguageRequest, plain: boolean) {
  const { state, pos, explicit } = context;
  if (!explicit && !context.matchBefore(plain ? /\w/ : /["\w./#-]/)) return null;
  const completions = await ask<Completion[]>("complete", pos, state.doc.toString());
  const [first] = completions;
  if (!first) return null;
  const options = completions.map(({ label, detail, insert }) => ({
    label,
    detail: detail.slice(0, 60),
    apply: insert,
  }));
  return { from: first.from, to: first.to, options, validFor: /^[\w.:/#-]*$/ };
}

async function hover({ state }: EditorView, position: number, ask: LanguageRequest) {
  const hoverInfo = await ask<Hover | null>("hover", position, state.doc.toString());
  if (!hoverInfo) return null;
  const create = () => {
    const dom = document.createElement("div");
    dom.className = "studio-hover";
    for (const line of hoverInfo.lines) {
      const paragraph = document.createElement("p");
      paragraph.textContent = line;
      dom.append(paragraph);
    }
    return { dom };
  };
  return { pos: hoverInfo.from, end: hoverInfo.to, create };
}

function goToDefinition({ state }: EditorView, { ask, go }: EditorOptions): true {
  void ask<Location[]>("definition", state.selection.main.head, state.doc.toString()).then(
    ([first]) => first && go(first),
  );
  return true;
}

/** Shows what is on disk now. The cursor stays where it was, or goes to the end of a shorter text. */
function replaceText(view: EditorView, text: string): void {
  const insert = text.replace(LINE_ENDS, "\n");
  const anchor = Math.min(view.state.selection.main.anchor, insert.length);
  const changes = { from: 0, to: view.state.doc.length, insert };
  view.dispatch({ changes, selection: { anchor }, annotations: fromDisk.of(true) });
}

/** Whatever ends a line of a file, which is one `\n` in the editor: Excel writes `\r\n`, and on a Mac `\r`. */
const LINE_ENDS = /\r\n?/g;

/** The editor's text with the line ends of the file. */
export const toFile = (text: string, disk: string): string => text.replaceAll("\n", disk.match(LINE_ENDS)?.[0] ?? "\n");

/** An offset in the file as an offset in the editor, where every line end is one character. */
export const toEditor = (offset: number, disk: string): number =>
  offset - disk.slice(0, offset).split("\r\n").length + 1;

function showFindings(view: EditorView, findings: readonly Diagnostic[], disk: string): void {
  const end = view.state.doc.length;
  const shown = findings.map(({ from, to, level, message }) => ({
    from: Math.min(toEditor(from, disk), end),
    to: Math.min(toEditor(to, disk), end),
    severity: level === "error" ? ("error" as const) : ("info" as const),
    message,
  }));
  view.dispatch(setDiagnostics(view.state, shown));
}

/** Moves the focus and the cursor to a place, and scrolls it to the middle. */
function goTo(view: EditorView, from: number, to: number): void {
  const end = view.state.doc.length;
  const selection = { anchor: Math.min(from, end), head: Math.min(to, end) };
  view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }) });
  view.dom.scrollIntoView({ block: "nearest" });
  view.focus();
}
