// How a quotation stands with an underwriter: the question with the answer to it, and what was said before.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { PortalError } from "#api/call.ts";
import {
  createReplyUploads,
  quotationReferralQuery,
  type QuotationReferral as Referral,
  replyToQuestion,
} from "#api/referrals.ts";
import type { Quotation } from "#api/shapes.ts";
import { FileRows } from "#widgets/fields/FileRows.tsx";
import { UploadList } from "#widgets/fields/uploadList.ts";
import { FormTexts, useMessage } from "#widgets/text.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import { Button } from "#widgets/ui/Button.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import { toast } from "#widgets/ui/Toast.tsx";
import { MessageField } from "../kit/MessageField.tsx";
import { FactPanel } from "../kit/Panel.tsx";
import { useSharedTexts } from "../kit/useSharedTexts.ts";
import { ReferralHistory } from "../ReferralHistory.tsx";
import styles from "./QuotationActions.module.css";

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
            <Badge tone={data.question ? "busy" : undefined}>{data.statusLabel}</Badge>
          </p>
          {data.question && <Reply quotation={number} referral={data} />}
          <ReferralHistory history={data.history} />
        </div>
      </FactPanel>
    </div>
  );
}

const RULES = {
  extensions: [".doc", ".docx", ".xls", ".xlsx", ".jpg", ".jpeg", ".png", ".pdf", ".eml", ".msg"],
  maxSize: 2 * 1024 * 1024,
  maxFiles: 10,
};

function useFiles(quotation: number) {
  const ids = useRef<string[]>([]);
  const uploads = useMemo(() => {
    const onIds = (stored: string[]) => {
      ids.current = stored;
    };
    const nothing = () => undefined;
    return new UploadList({
      service: createReplyUploads(quotation),
      rules: RULES,
      onIds,
      onFiles: nothing,
      onFailed: nothing,
    });
  }, [quotation]);
  const entries = useSyncExternalStore(uploads.subscribe, uploads.snapshot);
  return { uploads, entries, ids, uploading: entries.some(({ state }) => state === "uploading") };
}

function useReply(quotation: number, { revision }: Referral) {
  const text = useMessage();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reply: { text: string; files: string[] }) => replyToQuestion(quotation, { ...reply, revision }),
    onSuccess: (referral) => {
      queries.setQueryData(quotationReferralQuery(quotation).queryKey, referral);
      for (const key of ["quotations", "attention", "documents"]) void queries.invalidateQueries({ queryKey: [key] });
      toast(text("portal.quote.referral.sent"));
    },
  });
}

function Reply({ quotation, referral }: { quotation: number; referral: Referral }) {
  const text = useMessage();
  const translate = useSharedTexts();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [lacks, setLacks] = useState(false);
  const { uploads, entries, ids, uploading } = useFiles(quotation);
  const reply = useReply(quotation, referral);
  const send = () => {
    const said = field.current?.value.trim() ?? "";
    setLacks(said === "");
    if (said === "") field.current?.focus();
    else reply.mutate({ text: said, files: ids.current });
  };
  const { error } = reply;
  return (
    <>
      <Notice tone="warning" title={text("portal.attention.question")}>
        {referral.question}
      </Notice>
      {error && (
        <Notice tone="danger" role="alert">
          {(error instanceof PortalError && error.said) || text("error.generic")}
        </Notice>
      )}
      <MessageField
        ref={field}
        id={id}
        label={text("portal.quote.referral.answer")}
        error={lacks ? text("portal.quote.referral.required") : null}
      />
      <FormTexts value={translate}>
        <FileRows entries={entries} uploads={uploads} rules={RULES} readonly={false} addButton={`${id}-choose`} />
      </FormTexts>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={RULES.extensions.join(",")}
        onChange={({ target }) => {
          uploads.add([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <div className="actions">
        <Button
          kind="primary"
          busy={reply.isPending}
          unavailable={uploading}
          aria-describedby={uploading ? `${id}-why` : undefined}
          onClick={send}
        >
          {text("portal.quote.referral.send")}
        </Button>
        <Button id={`${id}-choose`} icon="upload" onClick={() => chooser.current?.click()}>
          {text("portal.quote.referral.files")}
        </Button>
      </div>
      {uploading && (
        <p className="reason" id={`${id}-why`}>
          {text("portal.quote.referral.uploading")}
        </p>
      )}
    </>
  );
}
