// One content file in an editor: saved automatically, with the findings of the check in it, and a line that
// shows whether the text is saved.
import { useQuery } from "@tanstack/react-query";
import { findNodeAtLocation, findNodeAtOffset, parseTree } from "jsonc-parser";
import { useEffect, useMemo, useRef, useState } from "react";
import { call } from "#api/calls/call.ts";
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { productPath, studioQuery, useCheck } from "../data.ts";
import type { FieldUse, FileFinding } from "../server/edit/editing.ts";
import { useUnsaved } from "../unsaved.ts";
import { Select } from "../workspace/Segments.tsx";
import { useSay } from "../workspace/words.ts";
import { createEditor, type Mark, toFile } from "./codeMirror.ts";
import { JsonService, type OfferedName } from "./jsonService.ts";
import { isTable, useSavedFile } from "./useSavedFile.ts";

/** A place in a file: by pointer into its JSON, or by line and column. A new object means: go there again. */
export interface Target {
  file: string;
  pointer?: string;
  line?: number | undefined;
  column?: number | undefined;
}

type Editor = ReturnType<typeof createEditor>;

interface Props {
  file: string;
  target: Target | null;
  onGo(target: Target): void;
}

function FileEditor({ file, target, onGo }: Props) {
  const say = useSay();
  const { saver, state, disk, refetch } = useSavedFile(file);
  const service = useJsonService(file);
  const { place, editor } = useEditor(file, { saver, service, onGo });
  const check = useCheck();
  const { data: broken = [] } = useQuery({
    queryKey: ["studio", "faults", file, saver?.text],
    queryFn: () => call<FileFinding[]>("POST", "/studio/file/faults", { body: { file, text: saver?.text } }),
    enabled: state === "no-json",
  });
  useEffect(() => {
    const text = disk === undefined ? undefined : saver?.arrived(disk);
    if (editor && text !== undefined) editor.replace(text);
  }, [editor, saver, disk]);
  useEffect(() => {
    // Findings point into the saved text. Beside unsaved text their places would be wrong.
    if (editor && check && state === "saved") editor.showMarks(markFindings(check.findings, file, editor));
  }, [editor, check, file, state]);
  useEffect(() => {
    if (editor && saver && target?.file === file) show(editor, target);
  }, [editor, target, file, saver]);
  useEffect(() => {
    if (editor && state === "no-json") editor.showMarks(markFindings(broken, file, editor));
  }, [editor, broken, file, state]);
  const choose = async (keep: boolean) => {
    const { data } = await refetch();
    if (saver && editor && data) editor.replace(saver.choose(data.text, keep));
  };
  const [fault] = state === "no-json" ? broken : [];
  return (
    <div className="studio-editor">
      <div ref={place} />
      <p role="status" data-state={state}>
        {say(`file_${state}`)}
        {fault && ` ${say("fileFault", { line: fault.line ?? 1, sentence: fault.sentence, hint: fault.hint })}`}
      </p>
      {state === "changed-elsewhere" && (
        <div className="actions">
          <Button onClick={() => void choose(false)}>{say("takeDisk")}</Button>
          <Button onClick={() => void choose(true)}>{say("keepTyped")}</Button>
        </div>
      )}
    </div>
  );
}

/** Null for a table, and until the meta-schemas are there. */
function useJsonService(file: string): JsonService | null {
  const { data: metas } = useQuery(studioQuery<Record<string, JsonObject>>("/studio/meta"));
  return useMemo(() => {
    if (!metas || isTable(file)) return null;
    return new JsonService(file, metas, (pointer, on) =>
      call<OfferedName[]>("GET", "/studio/names", { query: { file, pointer, on } }),
    );
  }, [file, metas]);
}

interface EditorParts {
  saver: ReturnType<typeof useSavedFile>["saver"];
  service: JsonService | null;
  onGo: Props["onGo"];
}

function useEditor(file: string, { saver, service, onGo }: EditorParts) {
  const container = useRef<HTMLDivElement>(null);
  const go = useRef(onGo);
  go.current = onGo;
  const [editor, setEditor] = useState<Editor | null>(null);
  useEffect(() => {
    if (!container.current || !saver || (!service && !isTable(file))) return;
    const define = async (offset: number) => {
      const query = { file, offset: String(offset) };
      const [first] = await call<FieldUse[]>("GET", "/studio/definitions", { query });
      if (first) go.current(first);
    };
    const made = createEditor(container.current, {
      label: file,
      text: saver.text,
      service,
      changed: () => saver.typed(toFile(made.read().toString(), saver.disk)),
      save() {
        void saver.save(true);
        return true;
      },
      define: (offset) => void (saver.clean && define(offset)),
    });
    setEditor(made);
    return () => made.destroy();
  }, [file, saver, service]);
  return { place: container, editor };
}

/** The findings in a file, each from its place to the end of the value or cell there. */
function markFindings(findings: readonly FileFinding[], file: string, editor: Editor): Mark[] {
  const doc = editor.read();
  const text = doc.toString();
  const tree = isTable(file) ? undefined : parseTree(text);
  return findings
    .filter((finding) => finding.file === file)
    .map(({ line = 1, column = 1, level, sentence, hint }) => {
      const from = Math.min(doc.line(Math.min(line, doc.lines)).from + column - 1, text.length);
      const node = tree && findNodeAtOffset(tree, from, true);
      const isShort = node && node.type !== "object" && node.type !== "array";
      const cell = tree ? 1 : /^(?:"[^"]*"|[^;\n]*)/.exec(text.slice(from))?.[0].length;
      const to = isShort ? node.offset + node.length : from + (cell || 1);
      return { from, to, level: level === "error" ? "error" : "warning", message: `${sentence}; ${hint}` };
    });
}

/** The innermost part of the pointer that the file has: a rule may be in a file that this one refers to. */
function show(editor: Editor, target: Target): void {
  const { pointer, line, column = 1 } = target;
  const doc = editor.read();
  const position = line === undefined ? undefined : doc.line(Math.min(line, doc.lines)).from + column - 1;
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
  const { data: files = [] } = useQuery(studioQuery<string[]>(productPath(product, "files")));
  const say = useSay();
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
    <section className="card studio-files" aria-label={say("editor")}>
      <div className="card-head">
        <Select
          label={say("file")}
          choices={offered.map(
            (name) => [name, unsaved.has(name) ? `${shorten(name)} (${say("notSaved")})` : shorten(name)] as const,
          )}
          value={file}
          onChange={(name) => onGo({ file: name })}
        />
      </div>
      {files.length > 0 && <FileEditor key={file} file={file} target={target} onGo={onGo} />}
    </section>
  );
}
