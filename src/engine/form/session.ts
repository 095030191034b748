// FormSession: the one owner of an open step's answers, drafts, touched fields and errors. A store without a framework: a
// change of one field calls only the listeners of that field. Makes no call and writes no words.
import { ActiveAnswers } from "../answers/activeAnswers.ts";
import { withoutComputed } from "../answers/computedAnswers.ts";
import { Filling, type FillingOptions } from "../answers/filling.ts";
import { withoutMisplaced } from "../answers/misplaced.ts";
import { findWarnings, isWarning, shownFieldId, type Warning } from "../expressions/warnings.ts";
import { fieldId, valueAt } from "../fields/fieldPath.ts";
import { changedPaths, sameValue, withValue } from "../fields/formValues.ts";
import { isInRemovedRecord } from "../fields/recordFields.ts";
import type { Answers, Contract, EvaluationContext, FieldError, ServerError } from "../schema/types.ts";
import { Drafts, type TextDraft } from "./drafts.ts";
import { type ErrorPresentation, isBlocking, shareErrors } from "./errorPresentation.ts";
import { Listeners } from "./listeners.ts";
import { ServerErrors } from "./serverErrors.ts";

export interface FormSessionOptions extends FillingOptions {
  /** Step key: prefix of every field id. */
  step: string;
  contract: Contract;
  data: Answers;
  presentation?: ErrorPresentation;
}

export class FormSession {
  readonly step: string;
  readonly #options: FormSessionOptions;
  #data: Answers;
  readonly #active = new ActiveAnswers();
  #errors = new Map<string, FieldError>();
  #all: readonly FieldError[] = [];
  #shown = new Map<string, FieldError>();
  #shownInOrder: readonly FieldError[] = [];
  readonly #server: ServerErrors;
  #touched = new Set<string>();
  #dirtyIds = new Set<string>();
  #focused: string | undefined;
  #submitted = false;
  #saved: Answers;
  #version = 0;
  readonly #drafts = new Drafts();
  readonly #filling: Filling;
  readonly #listeners = new Listeners();

  constructor(options: FormSessionOptions) {
    this.step = options.step;
    this.#options = options;
    this.#server = new ServerErrors(options.step);
    this.#filling = new Filling(options, (path) => this.#dirtyIds.has(fieldId(this.step, path)));
    this.#data = this.#saved = this.#filling.opened(this.#readable(options.data));
    this.#judge();
  }

  /** Everything that was entered, also in fields that do not show now. */
  data = (): Answers => this.#data;
  /** What counts: this is validated, saved and priced. */
  active = (): Answers => this.#active.all();
  /** What counts without the values of computed fields: this is sent, and compared with what is stored. */
  given = (): Answers => withoutComputed(this.#options.schema(), this.active());
  /** The active answers when an answer that a condition reads last changed: until the next such change the same fields show. */
  deciding = (): Answers => this.#active.deciding();
  /** The answer of one field. The same object until something in it changes. */
  value = (path: readonly string[]): unknown => valueAt(this.active(), path);
  context = (): EvaluationContext => this.#options.context();
  /** Whether a field is there: a value at its path would count. */
  shows = (path: readonly string[]): boolean => this.#active.shows(path);
  /** Counts every change of data or errors: a snapshot for subscribers of the whole session. */
  version = (): number => this.#version;
  /** Whether something was committed since the session opened or was last marked as saved. */
  get dirty(): boolean {
    return !sameValue(this.#data, this.#saved);
  }

  get submitted(): boolean {
    return this.#submitted;
  }

  /** Whether the contract has nothing against it: what the server refused may be sent once more. */
  get valid(): boolean {
    return this.#errors.size === 0;
  }

  /** Whether the broker (or a prefill) committed a value for the field. */
  isDirty = (id: string): boolean => this.#dirtyIds.has(id);
  /** Takes the form's whole data and finds out which fields changed. */
  commit = (formData: Answers): void => this.#take(formData, changedPaths(this.#data, formData));
  /** Commits one value, at once: drafts use it, so that `flush` leaves nothing behind. */
  commitField = (path: readonly string[], value: unknown): void => {
    if (this.#isGone(path)) return;
    const changed = changedPaths(valueAt(this.#data, path), value, path);
    this.#take(withValue(this.#data, path, value), [path, ...changed]);
  };

  #take(data: Answers, changed: readonly (readonly string[])[], isReceived = false): void {
    for (const path of changed) this.#dirtyIds.add(fieldId(this.step, path));
    this.#data = this.#filling.changed(data, changed, isReceived);
    this.#server.settle(this.#data);
    this.#judge();
  }

  focus = (id: string): void => {
    this.#focused = id;
    this.#notify();
  };

  blur = (id: string): void => {
    if (this.#focused === id) this.#focused = undefined;
    this.#touched.add(id);
    this.#notify();
  };

  /** For choices, which are settled the moment they change. */
  touch = (id: string): void => {
    this.#touched.add(id);
    this.#notify();
  };

  validate = (): FieldError[] => {
    this.#judge();
    return [...this.#errors.values()];
  };

  /** Next was pressed: commits the drafts, and shows and returns every error of now. A field that appears later is untouched. */
  attempt = (): FieldError[] => {
    this.flush();
    this.#submitted = true;
    const errors = this.validate();
    const present = changedPaths({}, this.active()).map((path) => fieldId(this.step, path));
    for (const id of [...present, ...errors.map(({ id }) => id)]) this.#touched.add(id);
    this.#notify(true);
    return errors;
  };

  /** The error to show at a field now: after touch or Next, or once its value was committed and the focus left it. */
  visible = (id: string): FieldError | undefined => this.#shown.get(id);
  /** All errors that show, as `errors` has them. */
  shown = (): readonly FieldError[] => this.#shownInOrder;
  /** Errors that disable Next and both send actions and suppress the premium call. */
  blocking = (): FieldError[] => [...this.#errors.values()].filter((error) => this.#blocks(error));
  /** The rules that the broker may confirm and that are not true, confirmed or not. */
  warnings = (): Warning[] =>
    findWarnings(this.#options.contract, this.#options.schema(), this.active(), this.#options.context());
  /** All errors in document order, the server's after the contract's. The same list until one of them changes. */
  errors = (): readonly FieldError[] => this.#all;

  /**
   * A refusal of the server holds for the values it was raised for: another value of that field clears it. `sent` are the answers
   * that it judged, where records may have been moved since.
   */
  setServerErrors = (errors: readonly ServerError[], sent: Answers = this.active()): void => {
    for (const id of this.#server.set(errors, this.#data, sent)) this.#touched.add(id);
    this.#notify(true);
  };

  subscribe = (id: string, listener: () => void): (() => void) => this.#listeners.on(id, listener);
  subscribeAll = (listener: () => void): (() => void) => this.#listeners.onAll(listener);

  /** A text widget registers how to commit its draft, and which value that would give. */
  registerDraft = (id: string, draft: TextDraft): (() => void) => this.#drafts.add(id, draft);
  flush = (): void => this.#drafts.flush();
  /** A keystroke in a text widget: nothing is validated, and only the listeners of typed text are called. */
  typed = (): void => this.#drafts.typed();
  onTyped = (listener: () => void): (() => void) => this.#drafts.onTyped(listener);
  /** The text of a widget that is no answer yet: one that is closed and opened again, or put back from a draft, shows it. */
  text = (id: string): string => this.#drafts.text(id);
  texts = (): Record<string, string> => this.#drafts.texts();
  keepText = (id: string, text: string): void =>
    this.#drafts.keepText(id, text) ? this.#listeners.call(new Set([id])) : undefined;

  /** The data overlaid with the uncommitted text, committing nothing. The data itself when there is no such text. */
  pending = (): Answers => this.#drafts.over(this.#data, this.#isGone);

  /**
   * Values that came from elsewhere: the server, a resumed draft, a prefill. Changed fields count as committed. With
   * `pristine` the session starts over, as after a save that the server answered. With `untouched` what changed counts
   * as not yet seen by the broker, so that an emptied field shows no error before it is left. What cannot be an answer of its field,
   * such as null, is left out: no control shows it, and the server would refuse it.
   */
  replace = (received: Answers, { pristine, untouched }: { pristine?: boolean; untouched?: boolean } = {}): void => {
    const data = this.#readable(received);
    if (pristine) {
      this.#touched.clear();
      this.#dirtyIds.clear();
      this.#data = this.#saved = this.#filling.opened(data);
      this.#server.clear();
      this.#submitted = false;
      this.#judge();
      return;
    }
    const before = this.#data;
    this.#take(data, changedPaths(before, data), true);
    if (untouched) this.#forget(changedPaths(before, this.#data));
  };

  #readable = (received: Answers): Answers => withoutMisplaced(this.#options.schema(), received);

  #forget(paths: readonly (readonly string[])[]): void {
    for (const path of paths) {
      this.#touched.delete(fieldId(this.step, path));
      this.#dirtyIds.delete(fieldId(this.step, path));
    }
    this.#notify();
  }

  /** The data as they are now are stored: nothing is dirty any more, and a field that appears later starts untouched. */
  markSaved = (): void => {
    this.#saved = this.#data;
    if (this.#errors.size === 0) this.#submitted = false;
    this.#notify(true);
  };

  /** Lists, features, today or the display schema changed: judge the same answers again. */
  contextChanged = (): void => {
    const isClean = !this.dirty;
    const { data, saved } = this.#filling.renewed(this.#data);
    this.#data = data;
    if (isClean) this.#saved = saved;
    this.#judge();
  };

  #judge(): void {
    const context = this.#options.context();
    const changed = this.#active.update(this.#options.schema(), this.#data, context);
    const contractErrors = this.#options.contract(this.active(), context);
    this.#errors = shareErrors(this.#errors, [...contractErrors, ...this.#drafts.held(this.step, this.#data)]);
    this.#notify(true, changed);
  }

  #isGone = (path: readonly string[]): boolean => isInRemovedRecord(this.#options.schema(), this.#data, path);
  #blocks = (error: FieldError): boolean => isBlocking(this.#options.presentation, error, this.#options.schema());

  #mayShow(id: string, error: FieldError): boolean {
    if (this.#touched.has(id) || this.#blocks(error)) return true;
    // A warning is about several answers: it shows after any entry.
    if (isWarning(error))
      return this.#dirtyIds.size > 0 && this.#focused !== shownFieldId(this.step, error, this.#data);
    return this.#dirtyIds.has(id) && this.#focused !== id;
  }

  #notify(always = false, paths: readonly (readonly string[])[] = []): void {
    const shown = new Map<string, FieldError>();
    const all = [...this.#server.joined(this.#errors).values()];
    if (all.length !== this.#all.length || all.some((error, index) => error !== this.#all[index])) this.#all = all;
    for (const error of this.#all) if (this.#mayShow(error.id, error)) shown.set(error.id, error);
    const changed = new Set([...this.#shown.keys(), ...shown.keys()]);
    for (const id of changed) if (this.#shown.get(id) === shown.get(id)) changed.delete(id);
    if (changed.size > 0) this.#shownInOrder = [...shown.values()];
    // A member belongs to the objects around it too: one widget may show the whole object.
    for (const path of paths) for (const end of path.keys()) changed.add(fieldId(this.step, path.slice(0, end + 1)));
    this.#shown = shown;
    if (!always && changed.size === 0) return;
    this.#version += 1;
    this.#listeners.call(changed);
    this.#listeners.callAll();
  }
}
