// A change of language leads to `/` (decisions 55): offers to return to the request that was open, in the new language.
import { Link, useLocation } from "react-router";
import { buildPath, readAddress } from "#routes/address.ts";
import type { RouteName } from "#routes/table.ts";
import { useLanguage, useMessage } from "#widgets/text.ts";
import { Notice } from "#widgets/ui/Notice.tsx";

const requests: readonly RouteName[] = ["request", "newRequest", "editQuote", "quoteToPolicy"];

export function LeftRequest() {
  const text = useMessage();
  const language = useLanguage();
  const { pathname, state } = useLocation();
  const left = (state as { left?: { pathname: string; search: string } } | null)?.left;
  const found = left && pathname === "/" ? readAddress(left.pathname, language) : null;
  if (!left || !found || !requests.includes(found.route)) return null;
  return (
    <Notice
      title={text("portal.left_behind.title")}
      action={
        <Link
          className="button button-secondary button-small"
          to={buildPath(language, found.route, found.params) + left.search}
        >
          {text("portal.left_behind.action")}
        </Link>
      }
    >
      {text("portal.left_behind.text")}
    </Notice>
  );
}
