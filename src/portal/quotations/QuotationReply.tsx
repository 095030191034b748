// The answer to an underwriter's question, with files. A file of its own, loaded only where there is a question: uploads
// bring much of the wizard with them.
import { onlineManager, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { PortalError } from "#api/calls/call.ts";
import { whenRefreshed } from "#api/calls/changes.ts";
import { quotationReferralQuery, replyFilesPath, replyToQuestion } from "#api/portfolio/referrals.ts";
import type { QuotationReferral } from "#api/wire/wireTypes.ts";
import { createUploadsAt } from "#api/wizard/uploads.ts";
import { FILE_RULES } from "#engine/rules/fileRules.ts";
import { FileRows } from "#widgets/fields/files/FileRows.tsx";
import { type FileEntry, isFailed, UploadList } from "#widgets/fields/files/uploadList.ts";
import { FormTexts, useMessage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { toast } from "#widgets/ui/notice/Toast.tsx";
import { MessageField } from "../kit/form/MessageField.tsx";
import type { KeptText } from "../kit/form/useKept.ts";
import { useSharedTexts } from "../kit/form/useSharedTexts.ts";
import { useFailureText } from "../kit/States.tsx";

type Referral = NonNullable<QuotationReferral>;

/** Stored files are shown again after a reload. Changes are written to the query of the referral. */
function useFiles(quotation: number, { files }: Referral) {
  const queries = useQueryClient();
  const [uploads] = useState(() => {
    const nothing = () => undefined;
    const { queryKey } = quotationReferralQuery(quotation);
    const keepStored = () =>
      queries.setQueryData(queryKey, (cached) => cached && { ...cached, files: listStored(list.snapshot()) });
    const findStored = (id: string) => files.find((file) => file.id === id);
    const service = { ...createUploadsAt(replyFilesPath(quotation)), known: findStored };
    const list = new UploadList({ service, rules: FILE_RULES, onIds: keepStored, onFiles: nothing, onFailed: nothing });
    list.adopt(files.map(({ id }) => id));
    return list;
  });
  useEffect(() => onlineManager.subscribe((there) => there && uploads.retryFailed()), [uploads]);
  const entries = useSyncExternalStore(uploads.subscribe, uploads.snapshot);
  return { uploads, entries };
}

/** Why the answer cannot be sent now. */
function findObstacle(entries: readonly FileEntry[]): "uploading" | "failed" | null {
  if (entries.some(({ state }) => state === "uploading")) return "uploading";
  return countRefused(entries) > 0 ? "failed" : null;
}

const countRefused = (entries: readonly FileEntry[]) => entries.filter(isFailed).length;

const listStored = (entries: readonly FileEntry[]): Referral["files"] =>
  entries.flatMap(({ id, name, size = 0 }) => (id ? [{ id, name, size }] : []));

function useReply(quotation: number, { revision }: Referral, forget: () => void) {
  const text = useMessage();
  return useMutation({
    mutationFn: (reply: { text: string; files: string[] }) => replyToQuestion(quotation, { ...reply, revision }),
    onSuccess: () => {
      forget();
      toast(text("portal.quote.referral.sent"));
      return whenRefreshed();
    },
  });
}

interface ReplyProps {
  quotation: number;
  referral: Referral;
  answer: KeptText;
}

export function QuotationReply({ quotation, referral, answer }: ReplyProps) {
  const text = useMessage();
  const failure = useFailureText();
  const translate = useSharedTexts();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [lacks, setLacks] = useState(false);
  const { uploads, entries } = useFiles(quotation, referral);
  const obstacle = findObstacle(entries);
  const reply = useReply(quotation, referral, answer.forget);
  const send = () => {
    const typed = answer.text.trim();
    setLacks(typed === "");
    if (typed === "") field.current?.focus();
    else reply.mutate({ text: typed, files: listStored(entries).map((file) => file.id) });
  };
  const { error } = reply;
  return (
    <>
      <Notice tone="warning" title={text("portal.attention.question")}>
        <span className="written">{referral.question}</span>
      </Notice>
      {error && (
        <Notice tone="danger" role="alert">
          {(error instanceof PortalError && error.said) || failure(error)}
        </Notice>
      )}
      <MessageField
        ref={field}
        id={id}
        label={text("portal.quote.referral.answer")}
        text={answer.text}
        onText={answer.change}
        sending={reply.isPending}
        error={lacks && answer.text.trim() === "" ? text("portal.quote.referral.required") : null}
      />
      <FormTexts value={translate}>
        <FileRows entries={entries} uploads={uploads} rules={FILE_RULES} readonly={false} addButton={`${id}-choose`} />
      </FormTexts>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={FILE_RULES.extensions.join(",")}
        onChange={({ target }) => {
          uploads.add([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <div className="actions">
        <Button
          kind="primary"
          busy={reply.isPending}
          unavailable={obstacle !== null}
          aria-describedby={obstacle ? `${id}-why` : undefined}
          onClick={send}
        >
          {text("portal.quote.referral.send")}
        </Button>
        <Button id={`${id}-choose`} icon="upload" onClick={() => chooser.current?.click()}>
          {text("portal.quote.referral.files")}
        </Button>
      </div>
      {obstacle && (
        <p className="reason" id={`${id}-why`}>
          {text(`portal.quote.referral.${obstacle}`, { count: countRefused(entries) })}
        </p>
      )}
    </>
  );
}
