// The files of a product, one of them in the editor. Which one stands in the address.
import { useQuery } from "@tanstack/react-query";
import { call } from "#api/call.ts";
import textStyles from "#widgets/fields/Text.module.css";
import { FileEditor, type Target } from "./FileEditor.tsx";

interface Props {
  product: string;
  file: string;
  target: Target | null;
  onGo(target: Target): void;
}

export function FilePane({ product, file, target, onGo }: Props) {
  const { data: files = [file] } = useQuery({
    queryKey: ["studio", "files", product],
    queryFn: ({ signal }) => call<string[]>("GET", `/studio/products/${encodeURIComponent(product)}/files`, { signal }),
  });
  const offered = files.includes(file) ? files : [file, ...files];
  return (
    <section className="card studio-files" aria-label="Editor">
      <div className="card-head">
        <label htmlFor="studio-files">File</label>
        <select
          id="studio-files"
          className={textStyles.input}
          value={file}
          onChange={({ target: { value } }) => onGo({ file: value })}
        >
          {offered.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <FileEditor key={file} file={file} target={target} onGo={onGo} />
    </section>
  );
}
