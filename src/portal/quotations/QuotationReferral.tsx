// How a quotation stands with an underwriter: the question with the answer to it, and what was said before.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { quotationReferralQuery } from "#api/referrals.ts";
import type { Quotation } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import { FactPanel } from "../kit/Panel.tsx";
import { ReferralHistory } from "../ReferralHistory.tsx";
import styles from "./QuotationActions.module.css";

const QuotationReply = lazy(async () => ({ default: (await import("./QuotationReply.tsx")).QuotationReply }));

/** Statuses that an underwriter gives. */
const JUDGED = ["B", "W", "A"];

export function QuotationReferral({ quotation: { number, status } }: { quotation: Quotation }) {
  const text = useMessage();
  const { data } = useQuery({ ...quotationReferralQuery(number), enabled: JUDGED.includes(status) });
  if (!data) return null;
  return (
    <div className={styles.notice}>
      <FactPanel title={text("portal.quote.referral.title")}>
        <div className={styles.referral}>
          <p>
            <Badge tone={data.question ? "busy" : undefined}>{data.status_label}</Badge>
          </p>
          {data.question && (
            <Suspense fallback={null}>
              <QuotationReply quotation={number} referral={data} />
            </Suspense>
          )}
          <ReferralHistory history={data.history} />
        </div>
      </FactPanel>
    </div>
  );
}
