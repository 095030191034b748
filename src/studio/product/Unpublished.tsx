// A product of which no release could be made yet: what the check refuses, and the files to mend it in. No form can be drawn.
import { useLocation } from "react-router";
import { LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { useCheck } from "../data.ts";
import { FilePane, type Target } from "../editor/FileEditor.tsx";
import { FindingList } from "../workspace/findings/Findings.tsx";
import { useAddress } from "../workspace/panel/useAddress.ts";
import { Top } from "../workspace/Top.tsx";
import styles from "../workspace/Workspace.module.css";
import { useSay } from "../workspace/words.ts";

export function Unpublished({ product, reason }: { product: string; reason: string }) {
  const say = useSay();
  const [search, change] = useAddress();
  const goal = useLocation().state as Target | null;
  const check = useCheck();
  const findings = (check?.findings ?? []).filter(({ file }) => file.startsWith(`schemas/products/${product}/`));
  const isRefused = findings.length > 0;
  const title = isRefused ? say("unpublished") : check ? reason : say("checking");
  const file = search.get("file") ?? findings[0]?.file ?? "";
  return (
    <div className={styles.window}>
      <title>{`${product} - studio`}</title>
      <Top product={product} name={product} />
      <main className={styles.unpublished} id="content" tabIndex={-1}>
        <h1>{product}</h1>
        <Notice tone="danger" role="alert" title={title}>
          {isRefused && <FindingList product={product} findings={findings} />}
        </Notice>
        {isRefused && (
          <FilePane
            product={product}
            file={file}
            target={goal?.file === file ? goal : null}
            onGo={(target) => change({ file: target.file }, { ...target })}
          />
        )}
      </main>
      <LiveRegion />
    </div>
  );
}
