// The documents of the product that the mail of a policy carries beside the policy itself (spec: wizard 4). What would make the
// message too large is linked in the portal instead.
import type { Language } from "#engine/schema/types.ts";
import { paperWords } from "../../documents/papers.ts";
import type { LoadedProduct } from "../../products/products.ts";
import type { WizardContext } from "../context.ts";

/** Most bytes of all attachments as they travel, in base64 with its line ends: below the 10 MB that common mail servers take. */
const MOST_BYTES = 9_000_000;
const NAMES = ["terms_and_conditions", "insurance_map"] as const;

/** Bytes of an attachment in base64, with two more for each line of 76 characters. */
const countEncoded = (bytes: number) => Math.ceil((4 * Math.ceil(bytes / 3) * 78) / 76);

interface PolicyDocuments {
  attachments: { name: string; type: string; content: Buffer }[];
  /** Paragraphs that name what is attached and what is linked. */
  lines: string[];
}

/** `size`: bytes of what the mail carries already. */
export function attachDocuments(
  { products, baseUrl }: Pick<WizardContext, "products" | "baseUrl">,
  { bundle }: Pick<LoadedProduct, "bundle">,
  { language, size }: { language: Language; size: number },
): PolicyDocuments {
  const words = paperWords[language].documents;
  const attachments: PolicyDocuments["attachments"] = [];
  const links: string[] = [];
  let total = countEncoded(size);
  for (const key of NAMES) {
    const address = bundle.manifest.documents[key];
    const content = address === undefined ? undefined : products.document(address);
    if (address === undefined || !content) continue;
    const encoded = countEncoded(content.byteLength);
    if (total + encoded > MOST_BYTES) {
      links.push(`- ${words[key]}: ${new URL(address, baseUrl).href}`);
      continue;
    }
    total += encoded;
    const name = `${words[key].toLowerCase().replaceAll(" ", "-")}.pdf`;
    attachments.push({ name, type: "application/pdf", content });
  }
  const names = attachments.map(({ name }) => `- ${name}`);
  return {
    attachments,
    lines: [
      ...(names.length > 0 ? [[words.attached, ...names].join("\n")] : []),
      ...(links.length > 0 ? [[words.linked, ...links].join("\n")] : []),
    ],
  };
}
