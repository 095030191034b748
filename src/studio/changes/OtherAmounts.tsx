// Amounts of journeys that came out otherwise than they expect: accepted one journey at a time, or all at once, as an act.
import { formatMoney } from "#engine/values/formats.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { useCheck } from "../data.ts";
import type { OtherAmount } from "../server/check.ts";
import { makeAct } from "../workspace/model/fieldActs.ts";
import type { Acts } from "../workspace/useActs.ts";
import { inBoth, useSay } from "../workspace/words.ts";
import { Card } from "./ChangedRows.tsx";

export function OtherAmounts({ product, acts }: { product: string; acts: Acts }) {
  const say = useSay();
  const language = useLanguage();
  const check = useCheck();
  const others = check?.others.filter((other) => other.product === product);
  const nameOf = ({ file }: OtherAmount) => file.slice(file.lastIndexOf("/") + 1, -".json".length);
  const files = [...Map.groupBy(others ?? [], nameOf)];
  const accept = (name: string, accepted: readonly OtherAmount[]) => {
    const edits = accepted.flatMap((other) => other.edits);
    return acts.run(() => makeAct(inBoth("accepted", { name }), edits));
  };
  return (
    <Card title={say("otherAmounts")}>
      {!others && <Loading rows={2} label={say("checking")} />}
      {files.length === 0 && others && <p>{say("noOtherAmounts")}</p>}
      <ul className="studio-amounts">
        {files.map(([name, amounts]) => (
          <li key={name}>
            <code>{name}</code>
            {amounts.map((other) => (
              <p key={`${other.edits[0]?.path}`}>
                {other.amounts.map(({ name, wanted, given }) => (
                  <span key={name}>
                    <span lang="en">{name}</span> {formatMoney(wanted, language)} → {formatMoney(given, language)}
                  </span>
                ))}
                <small>{other.madeOf}</small>
              </p>
            ))}
            <Button small onClick={() => void accept(name, amounts)}>
              {say("accept", { name })}
            </Button>
          </li>
        ))}
      </ul>
      {files.length > 1 && (
        <p>
          <Button kind="primary" onClick={() => void accept(product, others ?? [])}>
            {say("acceptAll")}
          </Button>
        </p>
      )}
      {acts.message && <p role="alert">{acts.message}</p>}
    </Card>
  );
}
