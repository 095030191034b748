// Sector and profession: pairs chosen one by one, at most as many as the rule allows. Loaded with the first step that
// has it. The sector is a field of its own in this widget's row. Changing it empties the chosen pairs.
import {
  type RefObject,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { valueAt } from "#engine/fields/fieldPath.ts";
import type { ListItem } from "#engine/schema/types.ts";
import { fieldUi } from "../../runtime/fieldUi.ts";
import { Companion, type WidgetProps } from "../../runtime/runtime.ts";
import { useText } from "../../runtime/text.ts";
import { ErrorText } from "../../templates/ErrorText.tsx";
import { BeforeControl } from "../../templates/FieldNotes.tsx";
import fieldTemplateStyles from "../../templates/FieldTemplate.module.css";
import { Button } from "../../ui/Button.tsx";
import { announce } from "../../ui/LiveRegion.tsx";
import { Combobox } from "./Combobox.tsx";
import { findLabel, narrowed } from "./narrowing.ts";
import { type ChosenPair, PairChips } from "./PairChips.tsx";
import styles from "./ProfessionPair.module.css";

export type Pair = [sector: string, profession: string];
const EMPTY: Pair[] = [];
/** A typed text that is no choice: professions fit it and none is chosen, or none fits. */
const LACKS = {
  unchosen: "error.validation.profession_unchosen",
  unlisted: "error.validation.profession_unlisted",
} as const;
type MissingPart = keyof typeof LACKS | null;

/** The sector that the field beside holds now, and the sectors by value. */
function useSector({ path, ui, runtime }: WidgetProps<Pair[]>) {
  const { session, uiSchema } = runtime;
  const name = String(ui.sector ?? "sector");
  const where = useMemo(() => [...path.slice(0, -1), name], [path, name]);
  const [sector, setSector] = useState(() => valueAt(session.data(), where));
  useEffect(() => session.subscribeAll(() => setSector(valueAt(session.data(), where))), [session, where]);
  const sectors = fieldUi(valueAt(uiSchema, where)).items ?? (ui.parents as ListItem[] | undefined) ?? [];
  return { sector: sector as string | undefined, sectors };
}

/**
 * A profession that is chosen and not added yet is part of the answer: Next and saving add it. A text that is not a
 * choice stops Next. If professions were added already its error shows only then, not in the middle of a word.
 */
function useBoxOnNext(
  { id, path, value, runtime }: WidgetProps<Pair[]>,
  pairs: Pair[] | null,
  lack: MissingPart,
): void {
  const { session } = runtime;
  const empty = !value?.length;
  const now = useRef({ pairs, lack, empty });
  const isSubmitted = useRef(false);
  const reported = useRef<MissingPart>(null);
  const holds = useCallback(() => (now.current.empty || isSubmitted.current ? now.current.lack : null), []);
  const say = useCallback(() => {
    if (holds() === reported.current) return;
    reported.current = holds();
    session.validate();
  }, [session, holds]);
  // Before the first paint: Next may come with the first key after it.
  useLayoutEffect(() => {
    now.current = { pairs, lack, empty };
    if (!lack) isSubmitted.current = false;
    say();
  });
  useLayoutEffect(() => {
    const flush = () => {
      if (now.current.pairs) session.commitField(path, now.current.pairs);
      now.current = { ...now.current, pairs: null };
      isSubmitted.current = now.current.lack !== null;
      say();
    };
    const peek = () => (now.current.pairs ? { path, value: now.current.pairs } : undefined);
    const held = () => {
      const keyword = holds();
      return keyword ? { path, keyword } : undefined;
    };
    const forget = session.registerDraft(id, { flush, peek, holds: held });
    return () => {
      if (now.current.pairs) session.commitField(path, now.current.pairs);
      forget();
      if (reported.current) session.validate();
      reported.current = null;
    };
  }, [session, id, path, holds, say]);
}

/** The profession that is chosen and not added yet, and the text of the box that is no choice. */
function useCandidate({ id, runtime: { session } }: WidgetProps<Pair[]>, offered: ListItem[]) {
  const [candidate, setCandidate] = useState<ListItem | null>(null);
  const typed = useSyncExternalStore(
    useCallback((listener) => session.subscribe(id, listener), [session, id]),
    () => session.text(id),
  );
  const type = useCallback((text: string) => session.keepText(id, text), [session, id]);
  const forget = useCallback(() => {
    setCandidate(null);
    type("");
  }, [type]);
  useEffect(() => {
    if (candidate && !offered.some((item) => item.value === candidate.value)) forget();
  }, [candidate, offered, forget]);
  return { candidate, setCandidate, forget, typed, type };
}

export default function ProfessionPairWidget(props: WidgetProps<Pair[]>) {
  const { value = EMPTY, ui, readonly, choose } = props;
  const text = useText();
  const companion = use(Companion);
  const input = useRef<HTMLInputElement>(null);
  const reason = useRef<HTMLParagraphElement>(null);
  const added = useRef(false);
  const [incomplete, setIncomplete] = useState(false);
  const { sector, sectors } = useSector(props);
  const parent = String(ui.parent ?? "sector_id");
  const all = ui.items ?? [];
  const limit = (ui.maxItems as number | undefined) ?? 3;
  const offered = useMemo(
    () =>
      sector === undefined
        ? []
        : all.filter((item) => item[parent] === sector && !value.some(([, taken]) => taken === item.value)),
    [all, parent, sector, value],
  );
  const { candidate, setCandidate, forget, typed, type } = useCandidate(props, offered);
  const full = value.length >= limit;
  const hasBox = !full && !readonly;
  const unchosen = typed.trim() !== "" && !full && !candidate && sector !== undefined && all.length > 0;
  const lack = unchosen ? (narrowed(offered, typed).length > 0 ? "unchosen" : "unlisted") : null;
  const add = () => {
    if (sector === undefined || !candidate) {
      setIncomplete(true);
      input.current?.focus();
      return;
    }
    setIncomplete(false);
    forget();
    choose([...value, [sector, String(candidate.value)]]);
    announce(text("wizard.field.profession.added", { profession: findLabel(candidate), count: value.length + 1 }));
    added.current = true;
  };
  // The last pair removes the box: its reason gets the focus instead.
  useEffect(() => {
    if (added.current) (input.current ?? reason.current)?.focus();
    added.current = false;
  });
  const pairs: Pair[] | null = candidate && sector !== undefined ? [...value, [sector, String(candidate.value)]] : null;
  useBoxOnNext(props, pairs, lack);
  const remove = (index: number) => {
    const left = value.filter((_, position) => position !== index);
    choose(left.length > 0 ? left : undefined);
  };
  const chosen = value.map((pair) => describe(pair, all, sectors));
  return (
    <>
      <div className={full ? `${styles.pair} ${styles.full}` : styles.pair}>
        {companion}
        {!hasBox && <BeforeControl id={props.id} words={props.words} />}
        {hasBox && (
          <ProfessionBox
            widget={props}
            box={{ sector, items: offered, value: candidate, typed, incomplete, lack }}
            input={input}
            onText={type}
            onEnter={add}
            onChange={(item) => {
              setIncomplete(false);
              setCandidate(item);
            }}
          />
        )}
        {hasBox && (
          <Button icon="plus" onClick={add}>
            {text("wizard.field.profession.add")}
          </Button>
        )}
      </div>
      {full && (
        <p className={fieldTemplateStyles.help} data-part="help" tabIndex={-1} ref={reason}>
          {text("error.validation.max_professions", { maxItems: limit })}
        </p>
      )}
      <PairChips pairs={chosen} readonly={readonly} fallback={input} onRemove={remove} />
    </>
  );
}

interface BoxProps {
  widget: WidgetProps<Pair[]>;
  box: {
    sector: string | undefined;
    items: ListItem[];
    value: ListItem | null;
    typed: string;
    incomplete: boolean;
    lack: MissingPart;
  };
  input: RefObject<HTMLInputElement | null>;
  onText: (text: string) => void;
  onEnter: () => void;
  onChange: (item: ListItem | null) => void;
}

/** The list of professions, and what is missing when one is added too early. */
function ProfessionBox({ widget, box, input, ...on }: BoxProps) {
  const { sector, items, value, typed, incomplete, lack } = box;
  const text = useText();
  const id = `${widget.id}__profession`;
  const empty = !widget.value?.length;
  // The group's own error shows it already.
  const showsError = incomplete && !(lack && widget.words.error);
  return (
    <div className={fieldTemplateStyles.field}>
      <label className={fieldTemplateStyles.label} data-part="label" htmlFor={id} id={`${id}__label`}>
        {text("wizard.field.profession.label")}
      </label>
      <BeforeControl id={widget.id} words={widget.words} />
      {showsError && (
        <ErrorText id={`${id}__error`}>{text(lack ? LACKS[lack] : "error.validation.profession_incomplete")}</ErrorText>
      )}
      <Combobox
        id={id}
        input={input}
        labelId={`${id}__label`}
        items={items}
        value={value}
        text={typed}
        placeholder={text("wizard.field.profession.placeholder")}
        emptyText={text(
          sector === undefined ? "wizard.field.profession.no_sector" : "wizard.field.profession.no_options",
        )}
        invalid={incomplete || (widget.invalid && empty)}
        required={widget.required && empty}
        describedBy={[widget.describedBy, showsError && `${id}__error`].filter(Boolean).join(" ") || undefined}
        {...on}
      />
    </div>
  );
}

function describe([sector, profession]: Pair, all: ListItem[], sectors: ListItem[]): ChosenPair {
  const item = all.find((each) => each.value === profession);
  const name = sectors.find((each) => each.value === sector)?.label ?? sector;
  return {
    key: profession,
    profession: item?.label ?? profession,
    sector: name,
    gone: all.length > 0 && item === undefined,
  };
}
