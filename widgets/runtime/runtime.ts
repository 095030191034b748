// What a widget gets, and what a form gives its widgets. Knows no route, no call and no product, and nothing of rjsf, so that
// a new version of it touches formRegistry.tsx only.
import { createContext, type ReactNode, useContext } from "react";
import type { FormSession } from "#engine/form/session.ts";
import type { ErrorLayout, Schema, UiSchema } from "#engine/schema/schema.ts";
import type { JsonObject, Language, ListItem } from "#engine/schema/types.ts";

export interface StoredUpload {
  id: string;
  name: string;
  size: number;
}

interface UploadOptions {
  /** Names the file: sent again under the same key it is the same file. */
  key: string;
  /** `<step>.<path>` of the field that the file is added to, where a step has one. */
  field?: string | undefined;
  /** Gets a share between 0 and 1. */
  onProgress(share: number): void;
  signal?: AbortSignal;
}

/** A file that did not arrive: the request would go without it. */
export interface FailedFile {
  key: string;
  name: string;
  /** Only where another try may help. */
  retry?(): void;
  remove(): void;
}

/** The files of one field that are uploading or have failed. */
export interface FieldFiles {
  step: string;
  path: readonly string[];
  /** Names of those on their way. */
  uploading: readonly string[];
  failed: readonly FailedFile[];
}

export interface UploadService {
  /** A rejection's `code` distinguishes size and type from other reasons. */
  upload(file: File, options: UploadOptions): Promise<StoredUpload>;
  /** `id`: of a stored file, or the key of one that may have arrived. */
  remove(id: string): Promise<void>;
  /** Name and size of a file that the data already holds. */
  known?(id: string): StoredUpload | undefined;
}

/** Services of the owner of a form. All are optional: a widget without its service shows that or leaves the feature out. */
export interface FormServices {
  upload?: UploadService;
  /** Address behind a link key of the texts, such as `links.customWork` or `documents.conditions`. */
  linkTo?(key: string): string | undefined;
  /** Files on their way or failed, so that the owner can hold its buttons and name them. */
  onFiles?(field: string, files: FieldFiles): void;
  onTooltip?(key: string): void;
  retryList?(name: string): void;
  /** The list has been asked for and has not arrived. `pricesChanged` notifies of a possible change. */
  awaitsList?(name: string): boolean;
  /** The calendar day that counts as today. Without it, the day in Amsterdam. */
  today?: string;
  /** Amount per year behind a name of the ui-schema, for the price effect shown inside a switch. */
  findPrice?(name: string): number | undefined;
  /** Notifies that a price may have changed. */
  pricesChanged?(listener: () => void): () => void;
  /** What the owner adds under a field, such as an offer of the register's value. */
  after?(id: string): ReactNode;
}

/** `ui:options` and the `ui:*` keys next to it, read as one. Everything that present() worked out is in here. */
export interface FieldUi {
  widget?: string;
  title?: string;
  help?: string;
  placeholder?: string;
  /** Heading of the row around the field, in a table. */
  around?: string;
  /** What one record of a list is called. */
  itemName?: string;
  /** The title of a record, with the answers that it names marked. */
  recordTitle?: string;
  /** The words of the button that adds a record. */
  addItem?: string;
  /** What a number counts: `m²`, `%`, `uur`. */
  unit?: string;
  tooltip?: string;
  note?: string;
  /** The value that the note is about: it does not apply to another. */
  noteOf?: { value: unknown };
  items?: ListItem[];
  enumNames?: string[];
  min?: string;
  max?: string;
  /** Name of the list behind the choices, and whether it is unknown or empty. */
  list?: string;
  listMissing?: boolean;
  commit?: "blur";
  errors?: Record<string, ErrorLayout>;
  [extra: string]: unknown;
}

export interface FormRuntime {
  step: string;
  session: FormSession;
  services: FormServices;
  language: Language;
  readonly: boolean;
  /** Root of the display schema and of the ui-schema, for widgets that work on more than one field. */
  schema: Schema;
  uiSchema: UiSchema;
}

/** The descriptions of a field beside its name. */
export interface FieldWords {
  help?: string;
  note?: string;
  error?: string;
  /** An error that stops the request: shown as a notice under the control instead of a line above it. */
  blocking?: { link: ErrorLayout["link"]; message: string };
  missingList?: string;
}

export interface WidgetProps<Value = unknown> {
  id: string;
  path: readonly string[];
  value: Value | undefined;
  schema: Schema;
  ui: FieldUi;
  /** The ui-schema as it is, for widgets that draw the members of an object. */
  rawUi: UiSchema;
  label: string;
  required: boolean;
  readonly: boolean;
  invalid: boolean;
  /** Ids of the descriptions that are rendered for the field, or undefined when there are none. */
  describedBy: string | undefined;
  /** Id of the element that names a group. */
  labelId: string;
  words: FieldWords;
  runtime: FormRuntime;
  /** A finished choice: into the data, and the field counts as touched. */
  choose(value: unknown): void;
}

const Context = createContext<FormRuntime | null>(null);
export const RuntimeProvider = Context.Provider;

export function useRuntime(): FormRuntime {
  const runtime = useContext(Context);
  if (!runtime) throw new Error("A form field stands outside a SchemaForm.");
  return runtime;
}

export interface ObjectFields {
  schema: Schema;
  uiSchema: UiSchema;
  /** The answers that decide which fields show. */
  formData: JsonObject;
  fieldPathId: { path: string[]; $id: string };
  readonly: boolean;
}

/** Draws the fields of an object: the whole form, and each record of a list. */
export const DrawObject = createContext<(object: ObjectFields) => ReactNode>(() => null);

/** A field that another widget draws inside itself (the sector of a profession pair). */
export const Companion = createContext<ReactNode>(null);

/** The totals of a list or table by the name of its column: fields beside it that it draws at its end. */
export const Totals = createContext<ReadonlyMap<string, ReactNode>>(new Map());

/** Id of the notice of the surrounding widget that the list could not be loaded. */
export const MissingAround = createContext<string | undefined>(undefined);

/** The section's legend already names its first field: the legend's id, and which field. */
export const SectionName = createContext<{ id: string; field: string } | null>(null);
