// What the middle of the screen shows: the form, the tables or all texts. The address contains it.
import { useAddress } from "../panel/useAddress.ts";
import { Segments } from "../Segments.tsx";
import styles from "../Workspace.module.css";
import { useSay } from "../words.ts";

const VIEWS = ["form", "tables", "texts"] as const;
type View = (typeof VIEWS)[number];

export function useView(): [View, (view: View) => void] {
  const [search, setAddress] = useAddress();
  const view = VIEWS.find((name) => name === search.get("view")) ?? "form";
  return [view, (next) => setAddress({ view: next })];
}

export function ViewChoice({ view, onChange }: { view: View; onChange(view: View): void }) {
  const say = useSay();
  return (
    <div className={styles.paneHead}>
      <Segments<View>
        label={say("view")}
        choices={[
          ["form", say("form")],
          ["tables", say("partTariff")],
          ["texts", say("tab_texts")],
        ]}
        value={view}
        onChange={onChange}
      />
    </div>
  );
}
