// One content file in an editor: saved automatically, with the findings of the check in it, and a line that
// shows whether the text is saved.
import { useQuery } from "@tanstack/react-query";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { useEffect, useMemo, useRef, useState } from "react";
import { call } from "#api/calls/call.ts";
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { studioQuery } from "../data.ts";
import { Choice } from "../Parts.tsx";
import type { Diagnostic } from "../server/edit/editing.ts";
import { createEditor, toEditor, toFile } from "./codeMirror.ts";
import { type FileState, isTable, useSavedFile, useUnsaved } from "./useSavedFile.ts";

/** A place in a file: by pointer into its JSON, by offset, or by line and column. A new object means: go there again. */
export interface Target {
  file: string;
  pointer?: string;
  offset?: number;
  line?: number | undefined;
  column?: number | undefined;
}

type Editor = ReturnType<typeof createEditor>;

interface Props {
  file: string;
  target: Target | null;
  onGo(target: Target): void;
}

const SAID: Record<FileState, string> = {
  saved: "Saved: this is what is on disk.",
  typing: "Not saved yet.",
  "no-json": "Not saved: this is not JSON yet. Ctrl+S saves it all the same.",
  "changed-elsewhere": "Not saved: another program changed the file on disk.",
  deleted: "This file is no longer on disk. Its last text is shown: choose another file, or put this one back.",
  failed: "Not saved: the studio's server does not answer.",
};

function FileEditor({ file, target, onGo }: Props) {
  const { saver, state, disk, refetch } = useSavedFile(file);
  const { place, editor } = useEditor(file, saver, onGo);
  const diagnosticsQuery = studioQuery<Diagnostic[]>("/studio/diagnostics", { query: { file }, timeout: 60_000 });
  const { data: findings } = useQuery(diagnosticsQuery);
  useEffect(() => {
    const text = disk === undefined ? undefined : saver?.arrived(disk);
    if (editor && text !== undefined) editor.replace(text);
  }, [editor, saver, disk]);
  useEffect(() => {
    // Findings point into the saved text. Beside unsaved text their places would be wrong.
    if (editor && findings && state === "saved") editor.showFindings(findings, disk ?? "");
  }, [editor, findings, state, disk]);
  useEffect(() => {
    if (editor && saver && target?.file === file) show(editor, target, saver.disk);
  }, [editor, target, file, saver]);
  const { data: broken = [] } = useQuery({
    queryKey: ["studio", "syntax", file, saver?.text],
    queryFn: () => askAbout<Diagnostic[]>({ ask: "syntax", file, offset: 0, text: saver?.text ?? "" }),
    enabled: state === "no-json",
  });
  useEffect(() => {
    if (editor && saver && state === "no-json") editor.showFindings(broken, saver.text);
  }, [editor, saver, broken, state]);
  const choose = async (keep: boolean) => {
    const { data } = await refetch();
    if (saver && editor && data) editor.replace(saver.choose(data.text, keep));
  };
  return (
    <div className="studio-editor">
      <div ref={place} />
      <p role="status" data-state={state}>
        {SAID[state]}
        {state === "no-json" && broken[0] && saver && ` ${describeBroken(broken[0], saver.text)}`}
      </p>
      {state === "changed-elsewhere" && (
        <div className="actions">
          <Button onClick={() => void choose(false)}>Take what is on disk</Button>
          <Button onClick={() => void choose(true)}>Keep what stands here</Button>
        </div>
      )}
    </div>
  );
}

const askAbout = async <Answer,>(body: object): Promise<Answer> =>
  (await call<{ answer: Answer }>("POST", "/studio/language", { body })).answer;

const describeBroken = ({ from, message }: Diagnostic, text: string): string =>
  `Line ${text.slice(0, from).split("\n").length}: ${message}.`;

function useEditor(file: string, saver: ReturnType<typeof useSavedFile>["saver"], onGo: Props["onGo"]) {
  const container = useRef<HTMLDivElement>(null);
  const go = useRef(onGo);
  go.current = onGo;
  const [editor, setEditor] = useState<Editor | null>(null);
  useEffect(() => {
    if (!container.current || !saver) return;
    const made = createEditor(container.current, {
      label: file,
      plain: isTable(file),
      text: saver.text,
      ask: (ask, offset, text) => askAbout<never>({ ask, file, offset, text }),
      changed: () => saver.typed(toFile(made.read().toString(), saver.disk)),
      save() {
        void saver.save(true);
        return true;
      },
      go: (to) => go.current(to),
    });
    setEditor(made);
    return () => made.destroy();
  }, [file, saver]);
  return { place: container, editor };
}

/** The innermost part of the pointer that the file has: a rule may be in a file that this one refers to. */
function show(editor: Editor, target: Target, disk: string): void {
  const { pointer, offset, line, column = 1 } = target;
  const doc = editor.read();
  const inLine = line === undefined ? undefined : doc.line(Math.min(line, doc.lines)).from + column - 1;
  const position = offset === undefined ? inLine : toEditor(offset, disk);
  if (position !== undefined) editor.goTo(position, position);
  const tree = parseTree(doc.toString());
  const segments = pointerSegments(pointer ?? "").map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
  const lengths = segments.map((_, index) => segments.length - index);
  const node = tree && lengths.map((length) => findNodeAtLocation(tree, segments.slice(0, length))).find(Boolean);
  const shown = node?.parent?.type === "property" ? node.parent : node;
  if (shown) editor.goTo(shown.offset, shown.offset + shown.length);
}

// The files of a product, one of them in the editor. The address names it.

interface PaneProps {
  product: string;
  file: string;
  target: Target | null;
  onGo(target: Target): void;
}

/** Returns the file of an example, or of the shared step for a step of which the product has no such file of its own. */
function findFile(file: string, files: readonly string[]): string {
  const shared = file.replace(
    /^schemas\/products\/[^/]+\/(([a-z0-9-]+)\.(?:schema|ui)\.json)$/,
    "schemas/shared/steps/$2/$1",
  );
  const example = file.replace(/^schemas(?=\/products\/)/, "fixtures");
  return [example, shared].find((other) => files.includes(other)) ?? file;
}

export function FilePane({ product, file: wanted, target: requested, onGo }: PaneProps) {
  const { data: files = [] } = useQuery({
    queryKey: ["studio", "files", product],
    queryFn: ({ signal }) => call<string[]>("GET", `/studio/products/${encodeURIComponent(product)}/files`, { signal }),
  });
  const unsaved = useUnsaved();
  // A file that was on disk stays open when it is removed.
  const knownFiles = useRef(new Set<string>());
  for (const name of files) knownFiles.current.add(name);
  const file = knownFiles.current.has(wanted) ? wanted : findFile(wanted, files);
  const target = useMemo(
    () => requested && (requested.file === wanted ? { ...requested, file } : requested),
    [requested, wanted, file],
  );
  const offered = files.includes(file) ? files : [file, ...files];
  /** Of its own files the name alone, which the width of the field leaves room for. */
  const shorten = (name: string) => name.replace(/^(?:schemas|fixtures)\/products\/\w+\//, "");
  return (
    <section className="card studio-files" aria-label="Editor">
      <div className="card-head">
        <Choice
          label="File"
          choices={offered.map((name) => [name, unsaved.has(name) ? `${shorten(name)} (not saved)` : shorten(name)])}
          value={file}
          onChange={(name) => onGo({ file: name })}
        />
      </div>
      {files.length > 0 && <FileEditor key={file} file={file} target={target} onGo={onGo} />}
    </section>
  );
}
