// Renders a form in a real browser the way a step does: schema, ui-schema and lists in, session and counters out.
import { Profiler, type ReactNode } from "react";
import { createIntl, IntlProvider, type MessageFormatElement } from "react-intl";
import { onTestFinished, vi } from "vitest";
import { render } from "vitest-browser-react";
import { errorPresentation } from "#engine/form/errorPresentation.ts";
import { FormSession } from "#engine/form/session.ts";
import { createAjv } from "#engine/rules/ajv.ts";
import { type RawValidate, toContract } from "#engine/rules/contract.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { Answers, Contract, Lists, StepMeta, Translator } from "#engine/schema/types.ts";
import { type PresentedForm, present } from "#engine/texts/present.ts";
import sharedFr from "#schemas/shared/texts.fr.json";
import sharedNl from "#schemas/shared/texts.nl.json";
import { SchemaForm, type SchemaFormProps } from "#widgets/Form.tsx";
import { loadHeavy } from "#widgets/heavy.ts";
import { TextDefaults } from "#widgets/runtime/text.ts";
import { ErrorSummary } from "#widgets/templates/ErrorSummary.tsx";
import { LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import fr from "../../src/app/messages/fr.json";
import nl from "../../src/app/messages/nl.json";
import "#widgets/styles/index.css";

export const TODAY = "2026-11-20";
type Messages = Record<string, string | MessageFormatElement[]>;
const messages = {
  nl: { ...sharedNl, ...nl } as unknown as Messages,
  fr: { ...sharedFr, ...fr } as unknown as Messages,
};
const DEFAULTS = { provider: "Voorbeeld Verzekeraar", email: "hulp@example.nl" };

export type Language = "nl" | "fr";

function buildIntl(language: Language) {
  return createIntl({
    locale: language === "fr" ? "fr-FR" : "nl-NL",
    messages: messages[language] as never,
    onError: () => undefined,
  });
}

export function translateFor(language: Language, texts: Record<string, string> = {}): Translator {
  const intl = buildIntl(language);
  return (key, values) => {
    const text = texts[key];
    if (text !== undefined) return text;
    if (!(key in messages[language])) return null;
    return String(intl.formatMessage({ id: key as never }, { ...DEFAULTS, ...values } as never));
  };
}

export interface FormCase {
  schema: Schema;
  ui?: UiSchema;
  data?: Answers;
  lists?: Lists;
  meta?: StepMeta;
  texts?: Record<string, string>;
  language?: Language;
  step?: string;
  props?: Partial<SchemaFormProps>;
  children?: ReactNode;
  /** Called before the form is drawn. */
  onSession?: (session: FormSession) => void;
  /** The step is closed: its form is gone, its session stays. */
  closed?: boolean;
}

/** What a test can read: renders of the form, validations, what was submitted. */
export interface Opened {
  session: FormSession;
  /** The display schema as it is drawn now. */
  presented(): PresentedForm;
  counts: { renders: number; validations: number; submits: number };
  /** Shows the form again with other lists or meta, as an answer of the server does. */
  again(change: Partial<FormCase>): Promise<void>;
  /** Presses Next the way a step does. */
  next(): Promise<void>;
  container: HTMLElement;
  unmount(): Promise<void>;
}

const rules = new WeakMap<Schema, RawValidate>();

/** Compiled once a schema: a test that sets a strict policy compiles before it does. */
export function compileRules(schema: Schema): RawValidate {
  const cached = rules.get(schema);
  if (cached) return cached;
  const { $schema: _editor, ...rule } = schema;
  const compiled = createAjv({ strict: false }).compile(rule) as unknown as RawValidate;
  rules.set(schema, compiled);
  return compiled;
}

function compileContract({ schema, ui = {}, step = "step" }: FormCase, counts: Opened["counts"]): Contract {
  const contract = toContract(compileRules(schema), step, { schema, ui });
  return (data, context) => {
    counts.validations += 1;
    return contract(data, context);
  };
}

export async function openForm(initial: FormCase): Promise<Opened> {
  let now: FormCase = { step: "step", ...initial };
  let attempts = 0;
  const counts = { renders: 0, validations: 0, submits: 0 };
  const shown = () => {
    const { schema, ui = {}, lists = {}, meta = {}, language = "nl", texts } = now;
    return present(
      { schema, ui },
      {
        step: now.step!,
        meta,
        lists,
        today: TODAY,
        translate: translateFor(language, texts),
        values: { maxItems: 3 },
      },
    );
  };
  let presented = shown();
  // As the wizard does before it shows a step.
  await loadHeavy([presented.uiSchema]);
  const session = new FormSession({
    step: now.step!,
    contract: compileContract(now, counts),
    context: () => ({ lists: { ...now.lists, ...now.meta?.lists }, today: TODAY }),
    data: now.data ?? {},
    schema: () => presented.schema,
    presentation: errorPresentation(presented.uiSchema),
  });
  now.onSession?.(session);
  const page = () => (
    <IntlProvider
      locale={now.language === "fr" ? "fr-FR" : "nl-NL"}
      messages={messages[now.language ?? "nl"] as never}
      onError={() => undefined}
    >
      <TextDefaults value={DEFAULTS}>
        <main>
          <h2>Stap</h2>
          <ErrorSummary session={session} presented={presented} attempt={attempts} />
          <Profiler
            id="form"
            onRender={() => {
              counts.renders += 1;
            }}
          >
            {!now.closed && (
              <SchemaForm
                session={session}
                presented={presented}
                onNext={() => {
                  counts.submits += 1;
                }}
                {...now.props}
              >
                {now.children ?? <button type="submit">Volgende</button>}
              </SchemaForm>
            )}
          </Profiler>
          <LiveRegion />
        </main>
      </TextDefaults>
    </IntlProvider>
  );
  const view = await render(page());
  const again = async (change: Partial<FormCase>) => {
    now = { ...now, ...change };
    presented = shown();
    session.contextChanged();
    await view.rerender(page());
  };
  const next = async () => {
    if (session.attempt().length > 0) attempts += 1;
    await view.rerender(page());
  };
  return {
    session,
    presented: () => presented,
    counts,
    again,
    next,
    container: view.container as HTMLElement,
    unmount: async () => view.unmount(),
  };
}

/** An element by its DOM id, which is the identity of a field everywhere. */
export function byId<E extends HTMLElement = HTMLInputElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id} on the page`);
  return element as E;
}

export const findError = (id: string): string | undefined =>
  document.getElementById(`${id}__error`)?.textContent ?? undefined;

/** For a test: the pause after which typing is committed passes by the test's command (`vi.advanceTimersByTime`), however slow a key is. */
export function holdTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

export const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** A list of pairs, each a sector and one of its professions. */
export const professionPairs = {
  type: "array",
  items: { type: "array", items: { type: "string" }, pairFrom: { list: "professions", parent: "sector_id" } },
} as const;
