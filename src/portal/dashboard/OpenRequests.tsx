// Requests that were saved, to go on with: of a relation, or temporary ones by their own number. Not there when there are none or the back end keeps none.

import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { productIndexQuery } from "#api/productIndex.ts";
import { ownRowsQuery } from "#api/resource.ts";
import type { OpenRequestRow } from "#api/wireTypes.ts";
import { stepTextKeys } from "#engine/stepTexts.ts";
import { useLanguage, useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Panel } from "../kit/Panel.tsx";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import { useSharedTexts } from "../kit/useSharedTexts.ts";
import itemsStyles from "./Items.module.css";
import { useMore } from "./useMore.tsx";

const most = 3;

export const openRequestsQuery = () => ownRowsQuery<OpenRequestRow>("/api/requests/open", "requests", "open");

export function OpenRequests() {
  const text = useMessage();
  const { data } = useQuery(openRequestsQuery());
  const more = useMore(data?.length ?? 0, most);
  if (!data?.length) return null;
  return (
    <Panel title={text("portal.resume.title")} icon="clock" section="home" count={data.length} action={more.button}>
      <ul className={itemsStyles.items}>
        {(more.all ? data : data.slice(0, most)).map((request) => (
          <Item key={`${request.product}${request.address_number}${request.quotation_number}`} request={request} />
        ))}
      </ul>
    </Panel>
  );
}

function Item({ request }: { request: OpenRequestRow }) {
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
  const about = [name, step && shared(stepTextKeys(step, "title")[1]), format.ago(request.saved_at)].filter(Boolean);
  return (
    <li>
      <span>
        <Link to={to.wizard(address)}>
          {request.relation_name || (!temporary && relation) || text("portal.resume.temporary")}
        </Link>
        <small>{about.join(" · ")}</small>
      </span>
      <Icon name="right" />
    </li>
  );
}
