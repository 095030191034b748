// What waits for the broker: quotations about to expire, invoices with a reminder, requests at an underwriter. Not there
// when nothing waits or nobody can say.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ownRowsQuery } from "#api/resource.ts";
import type { AttentionRow } from "#api/wireTypes.ts";
import { useMessage } from "#widgets/text.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import { Panel } from "../kit/Panel.tsx";
import { Reminder } from "../kit/Status.tsx";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import itemsStyles from "./Items.module.css";
import { useMore } from "./useMore.tsx";

const most = 5;
const order = ["question", "expiring", "reminder", "referral"];

export const attentionQuery = () => ownRowsQuery<AttentionRow>("/api/attention", "attention");

/** A few of every kind, the most pressing kind first. */
export function chosen(items: readonly AttentionRow[], count = most): AttentionRow[] {
  const known = items.filter(({ kind }) => order.includes(kind));
  const queues = order.map((kind) => known.filter((item) => item.kind === kind));
  const taken: AttentionRow[] = [];
  for (let turn = 0; taken.length < Math.min(count, known.length); turn += 1) {
    taken.push(...queues.flatMap((queue) => queue.slice(turn, turn + 1)));
  }
  const few = taken.slice(0, count);
  return few.sort((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
}

export function Attention() {
  const text = useMessage();
  const { data } = useQuery(attentionQuery());
  const more = useMore(data?.length ?? 0, most);
  if (!data?.length) return null;
  return (
    <Panel title={text("portal.attention.title")} icon="bell" section="home" count={data.length} action={more.button}>
      <ul className={itemsStyles.items}>
        {chosen(data, more.all ? data.length : most).map((item) => (
          <Item key={`${item.kind}${item.number}`} item={item} />
        ))}
      </ul>
    </Panel>
  );
}

function Item({ item }: { item: AttentionRow }) {
  const format = useFormat();
  const to = usePaths();
  const detail = [item.product, item.kind === "reminder" ? format.money(item.amount) : null]
    .filter(Boolean)
    .join(" · ");
  return (
    <li>
      <span>
        <Link to={item.kind === "reminder" ? to.openInvoice(item.number) : to.quote(item.number)}>
          {item.relation_name || item.number}
        </Link>
        <small>{detail}</small>
        <small className={itemsStyles.waits}>
          <Wait item={item} />
        </small>
      </span>
    </li>
  );
}

function Wait({ item }: { item: AttentionRow }) {
  const text = useMessage();
  const format = useFormat();
  if (item.kind === "reminder") return <Reminder code={item.level ?? ""} />;
  if (item.kind === "referral") return <Badge tone="busy">{text("portal.attention.referral")}</Badge>;
  if (item.kind === "question") return <Badge tone="busy">{text("portal.attention.question")}</Badge>;
  return <Badge tone="open">{text("portal.attention.expiring", { date: format.date(item.date) ?? "" })}</Badge>;
}
