// The broker's work list: saved requests to continue, and, the most urgent first, underwriters' questions and decisions,
// quotations about to expire and unpaid invoices. A box without items is absent.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { attentionQuery, openRequestsQuery } from "#api/portfolio/dashboard.ts";
import type { AttentionRow, OpenRequestRow } from "#api/wire/wireTypes.ts";
import { productIndexQuery } from "#api/wizard/productIndex.ts";
import { stepTextKeys } from "#engine/steps/stepTexts.ts";
import { useLanguage, useMessage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Unbroken } from "#widgets/ui/text/Unbroken.tsx";
import { useSharedTexts } from "../kit/form/useSharedTexts.ts";
import { Panel } from "../kit/Panel.tsx";
import { Away, Due, StatusBadge } from "../kit/Status.tsx";
import { type Format, useFormat, usePaths } from "../kit/usePortal.ts";
import itemsStyles from "./Items.module.css";

interface FewItemsProps<T> {
  title: string;
  icon: string;
  items: readonly T[];
  most: number;
  choose: (items: readonly T[], count: number) => readonly T[];
  children: (items: readonly T[]) => ReactNode;
}

/** A few of the items, and all of them on request. */
function FewItems<T>({ title, icon, items, most, choose, children }: FewItemsProps<T>) {
  const text = useMessage();
  const [all, setAll] = useState(false);
  const count = items.length;
  const more = count > most && (
    <Button kind="quiet" small aria-expanded={all} onClick={() => setAll(!all)}>
      {all ? text("common.action.show_fewer") : text("common.action.show_all", { count })}
    </Button>
  );
  return (
    <Panel title={title} icon={icon} section="home" count={count} action={more}>
      {children(choose(items, all ? count : most))}
    </Panel>
  );
}

const takeFirst = (items: readonly OpenRequestRow[], count: number) => items.slice(0, count);

/** Saved requests: of a relation, or temporary ones by their own number. */
export function OpenRequests() {
  const text = useMessage();
  const { data } = useQuery(openRequestsQuery());
  if (!data?.length) return null;
  return (
    <FewItems title={text("portal.resume.title")} icon="clock" items={data} most={3} choose={takeFirst}>
      {(requests) => (
        <ul className={itemsStyles.items}>
          {requests.map((request) => (
            <OpenRequest
              key={`${request.product}${request.address_number}${request.quotation_number}`}
              request={request}
            />
          ))}
        </ul>
      )}
    </FewItems>
  );
}

function OpenRequest({ request }: { request: OpenRequestRow }) {
  const text = useMessage();
  const language = useLanguage();
  const format = useFormat();
  const to = usePaths();
  const { data: index } = useQuery(productIndexQuery());
  const shared = useSharedTexts();
  const { product, temporary, relation_number: relation, step } = request;
  const name = index?.products.find(({ key }) => key === product)?.name[language] ?? product;
  const address = {
    product,
    intermediary: request.intermediary_number,
    ...(temporary ? { resume: request.address_number } : { relation: relation ?? undefined }),
    quotation: request.quotation_number ?? undefined,
  };
  const day = format.ago(request.saved_at) ?? "";
  // The only difference between requests without a relation.
  const when = temporary ? text("common.moment", { day, time: format.time(request.saved_at) ?? "" }) : day;
  return (
    <Row
      to={to.wizard(address)}
      name={request.relation_name || (!temporary && relation) || text("portal.resume.temporary")}
      what={name}
      about={step && shared(stepTextKeys(step, "title")[1])}
      when={text("portal.resume.saved", { when })}
    />
  );
}

interface RowProps {
  to: string;
  name: ReactNode;
  /** The insured company, where its name is another. */
  insured?: string | null;
  what: string;
  about?: ReactNode;
  amount?: string | null;
  when: ReactNode;
  day?: ReactNode;
}

/** Client, subject, amount and time: beside each other, or on a small screen in two lines. */
function Row({ to, name, insured, what, about, amount, when, day }: RowProps) {
  return (
    <li className={itemsStyles.row}>
      <span>
        <Link to={to}>{name}</Link>
        {insured && <small>{insured}</small>}
      </span>
      <span>
        {what}
        {about && <small>{about}</small>}
      </span>
      <span className={itemsStyles.amount}>{amount}</span>
      <span className={itemsStyles.when}>
        {when}
        {day && (
          <small>
            <Unbroken>{day}</Unbroken>
          </small>
        )}
      </span>
    </li>
  );
}

const mostAttention = 5;
const order = ["question", "decided", "expiring", "reminder"] as const;

/** A few of every kind, the most pressing kind first. */
export function chosen(items: readonly AttentionRow[], count = mostAttention): AttentionRow[] {
  const shown = items.filter(({ kind }) => order.includes(kind));
  const queues = order.map((kind) => shown.filter((item) => item.kind === kind));
  const taken: AttentionRow[] = [];
  for (let turn = 0; taken.length < Math.min(count, shown.length); turn += 1) {
    taken.push(...queues.flatMap((queue) => queue.slice(turn, turn + 1)));
  }
  const few = taken.slice(0, count);
  return few.sort((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
}

export function Attention() {
  const text = useMessage();
  const { data } = useQuery(attentionQuery());
  const items = data?.filter(({ kind }) => order.includes(kind));
  if (!items?.length) return null;
  return (
    <FewItems title={text("portal.attention.title")} icon="bell" items={items} most={mostAttention} choose={chosen}>
      {(shown) =>
        order.map((kind) => (
          <AttentionGroup key={kind} kind={kind} items={shown.filter((item) => item.kind === kind)} />
        ))
      }
    </FewItems>
  );
}

function AttentionGroup({ kind, items }: { kind: AttentionRow["kind"]; items: readonly AttentionRow[] }) {
  const text = useMessage();
  if (items.length === 0) return null;
  return (
    <>
      <h3 className={itemsStyles.group}>{text(`portal.attention.group.${kind}`)}</h3>
      <ul className={itemsStyles.items}>
        {items.map((item) => (
          <AttentionItem key={item.number} item={item} />
        ))}
      </ul>
    </>
  );
}

function AttentionItem({ item }: { item: AttentionRow }) {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  const { kind, number, product, relation_name: name, insured_name, amount } = item;
  const isInvoice = kind === "reminder";
  const title = text(isInvoice ? "portal.open_invoice.title" : "portal.quote.title", { number: String(number) });
  return (
    <Row
      to={isInvoice ? to.openInvoice(number) : to.quote(number)}
      name={name || number}
      insured={insured_name}
      what={product}
      about={title}
      amount={format.money(amount)}
      {...describeTime(item, text, format)}
    />
  );
}

function describeTime({ kind, level, date }: AttentionRow, text: ReturnType<typeof useMessage>, format: Format) {
  const when = format.ago(date) ?? "";
  if (kind === "expiring")
    return { when: <Away day={date} />, day: text("portal.attention.expiring", { date: format.date(date) ?? "" }) };
  if (kind === "reminder") {
    const reminder = level === "T" ? "portal.status.open_invoice.T" : "portal.status.open_invoice.E";
    return { when: <Due day={date} />, day: text(reminder) };
  }
  if (kind === "decided")
    return {
      when: <StatusBadge kind="quotation" code={level ?? ""} />,
      day: text("portal.attention.decided", { when }),
    };
  return { when: text("portal.attention.asked", { when }) };
}
