// Requests that were saved, to go on with: of a relation, or temporary ones by their own number. Not there when there are none or the back end keeps none.

import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type OpenRequest, openRequestsQuery } from "#api/attention.ts";
import { productIndexQuery } from "#api/productIndex.ts";
import { stepTextKeys } from "#engine/stepTexts.ts";
import { useLanguage, useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Panel } from "../kit/Panel.tsx";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import { useSharedTexts } from "../kit/useSharedTexts.ts";
import itemsStyles from "./Items.module.css";
import { useMore } from "./useMore.tsx";

const most = 3;

/** A request is found again by its office and its relation or own number. */
const canResume = (request: OpenRequest): request is OpenRequest & { intermediary: number } =>
  request.intermediary !== null && (request.relation !== null || request.temporary !== null);

export function OpenRequests() {
  const text = useMessage();
  const { data } = useQuery(openRequestsQuery());
  const resumable = data?.filter(canResume) ?? [];
  const more = useMore(resumable.length, most);
  if (resumable.length === 0) return null;
  return (
    <Panel
      title={text("portal.resume.title")}
      icon="clock"
      section="home"
      count={resumable.length}
      action={more.button}
    >
      <ul className={itemsStyles.items}>
        {(more.all ? resumable : resumable.slice(0, most)).map((request) => (
          <Item
            key={`${request.product}${request.relation ?? request.temporary}${request.quotation}`}
            request={request}
          />
        ))}
      </ul>
    </Panel>
  );
}

function Item({ request }: { request: OpenRequest & { intermediary: number } }) {
  const text = useMessage();
  const language = useLanguage();
  const format = useFormat();
  const to = usePaths();
  const { data: index } = useQuery(productIndexQuery());
  const shared = useSharedTexts();
  const { product, intermediary, relation, temporary, quotation, step, savedAt } = request;
  const name = index?.products.find(({ key }) => key === product)?.name[language] ?? product;
  const address = {
    product,
    intermediary,
    relation: relation ?? undefined,
    quotation: quotation ?? undefined,
    resume: temporary ?? undefined,
  };
  const about = [name, shared(stepTextKeys(step, "title")[1]), format.ago(savedAt)].filter(Boolean);
  return (
    <li>
      <span>
        <Link to={to.wizard(address)}>{request.relationName || relation || text("portal.resume.temporary")}</Link>
        <small>{about.join(" · ")}</small>
      </span>
      <Icon name="right" />
    </li>
  );
}
