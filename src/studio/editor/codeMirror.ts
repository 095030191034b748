// CodeMirror with completion, hover, definition and findings. It signs the styles it adds with the page's nonce, so that the page's
// policy allows no others.
import { autocompletion, type CompletionContext, completionKeymap, snippet } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { JsonService } from "./jsonService.ts";

interface EditorOptions {
  label: string;
  text: string;
  /** Null for a table. */
  service: JsonService | null;
  /** The text was edited. */
  changed(): void;
  /** True, so that CodeMirror looks for no other command. */
  save(): true;
  /** Leads to the definition of the name at an offset. */
  define(offset: number): void;
}

/** Something wrong with a stretch of the editor's text. */
export interface Mark {
  from: number;
  to: number;
  message: string;
  level: "error" | "warning";
}

const fromDisk = Annotation.define<true>();
const nonce = () => document.querySelector('meta[name="style-nonce"]')?.getAttribute("content") ?? "";

export function createEditor(parent: HTMLElement, options: EditorOptions) {
  const { label, text, service } = options;
  const ownKeys = [
    { key: "Mod-s", preventDefault: true, run: () => options.save() },
    { key: "F12", preventDefault: true, run: (view: EditorView) => define(view, options) },
  ];
  const extensions = [
    EditorView.cspNonce.of(nonce()),
    lineNumbers(),
    history(),
    highlightActiveLine(),
    bracketMatching(),
    ...(service ? [json(), ...assist(service)] : []),
    syntaxHighlighting(classHighlighter),
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
    showMarks: (marks: readonly Mark[]) => showMarks(view, marks),
    goTo: (from: number, to: number) => goTo(view, from, to),
    destroy: () => view.destroy(),
  };
}

const assist = (service: JsonService) => [
  autocompletion({ override: [(context) => complete(context, service)] }),
  hoverTooltip((view, position) => hover(view, position, service)),
];

async function complete(context: CompletionContext, service: JsonService) {
  const { state, pos, explicit } = context;
  if (!explicit && !context.matchBefore(/["\w./#-]/)) return null;
  const completions = await service.complete(state.doc.toString(), pos);
  const [first] = completions;
  if (!first) return null;
  const options = completions.map(({ label, detail, template, filter }) => ({
    label: filter,
    displayLabel: label,
    detail: detail.slice(0, 60),
    apply: snippet(template),
  }));
  return { from: first.from, to: first.to, options, validFor: /^["\w.:/#-]*$/ };
}

async function hover({ state }: EditorView, position: number, service: JsonService) {
  const hoverInfo = await service.hover(state.doc.toString(), position);
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

function define({ state }: EditorView, options: EditorOptions): true {
  options.define(state.selection.main.head);
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

function showMarks(view: EditorView, marks: readonly Mark[]): void {
  const end = view.state.doc.length;
  const shown = marks.map(({ from, to, level, message }) => ({
    from: Math.min(from, end),
    to: Math.min(to, end),
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
