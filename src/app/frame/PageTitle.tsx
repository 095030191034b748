// The title of the browser tab for screens of the shell itself.
import { useMessage } from "#widgets/runtime/text.ts";

export function PageTitle({ title }: { title: string }) {
  const text = useMessage();
  return <title>{text("common.page_title", { page: title })}</title>;
}
