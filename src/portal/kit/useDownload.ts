// Fetches a file, hands it to the browser, which saves it under its name, and announces it. The screen shows a failure.
import { useMutation } from "@tanstack/react-query";
import type { FetchedFile } from "#api/calls/files.ts";
import { type MessageId, useMessage } from "#widgets/runtime/text.ts";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { toast } from "#widgets/ui/notice/Toast.tsx";

/** `busy`: announced when it begins. */
export function useDownload(fetch: () => Promise<FetchedFile>, done: MessageId, busy?: MessageId) {
  const text = useMessage();
  return useMutation({
    mutationFn: fetch,
    onMutate: () => busy && announce(text(busy)),
    onSuccess: ({ name, content }) => {
      save(name, content);
      toast(text(done, { name }));
    },
  });
}

function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
