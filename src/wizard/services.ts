// What the wizard gives its forms: uploads, the addresses behind links, counting of tooltips, retry of lists, prices.
import { createElement } from "react";
import type { UploadCalls } from "#api/wizard/uploads.ts";
import { defaultFileField } from "#engine/answers/fileFields.ts";
import type { FormServices, StoredUpload } from "#widgets/runtime/runtime.ts";
import { track } from "./analytics.ts";
import type { Wizard } from "./model/wizard.ts";
import { RegisterOffer } from "./notices/RegisterNotice.tsx";
import { FieldRules } from "./notices/RuleNotice.tsx";

/** Only addresses of our own, or an https page of the provider. */
function safe(address: string | undefined): string | undefined {
  return address && /^(\/(?!\/)|https:\/\/|mailto:)/.test(address) ? address : undefined;
}

/** Name and size of files that the answers hold by id: from this visit, else as the server lists them. */
function createUploadMemory(wizard: Wizard) {
  const seen = new Map<string, StoredUpload>();
  const add = (upload: StoredUpload) => seen.set(upload.id, upload);
  const find = (id: string) => {
    if (!seen.has(id)) {
      for (const form of Object.values(wizard.core.state.get().forms)) form.meta.uploads?.forEach(add);
    }
    return seen.get(id);
  };
  return { add, find };
}

export function createServices(wizard: Wizard, uploads: UploadCalls): FormServices {
  const { core } = wizard;
  const memory = createUploadMemory(wizard);
  const ofExplanation = defaultFileField(core.opened.bundle);
  const about = { product: core.manifest.key, flow: core.opened.flow };
  return {
    upload: {
      async upload(file, { field, ...options }) {
        const signal = AbortSignal.any([wizard.ended, ...(options.signal ? [options.signal] : [])]);
        const stored = await uploads.upload(file, {
          ...options,
          ...(field === ofExplanation ? {} : { field }),
          signal,
        });
        memory.add(stored);
        return stored;
      },
      remove: (id) => uploads.remove(id),
      known: (id) => memory.find(id),
    },
    onFiles: (field, files) => core.dispatch({ type: "filesChanged", field, files }),
    linkTo(key) {
      const [kind, name = key] = key.includes(".") ? key.split(".") : ["documents", key];
      if (kind === "documents") return safe(wizard.document(name));
      const links = (core.manifest.text_values?.links ?? {}) as Record<string, string>;
      return safe(
        links[name] ?? document.querySelector(`meta[name="link-${name}"]`)?.getAttribute("content") ?? undefined,
      );
    },
    onTooltip: (key) => track({ name: "tooltip_opened", ...about, key }),
    after: (id) => [
      createElement(RegisterOffer, { id, key: "offer" }),
      createElement(FieldRules, { id, key: "rules" }),
    ],
    retryList: (name) => void wizard.retryList(name),
    awaitsList: (name) => wizard.awaitsList(name),
    pricesChanged: (listener) => core.state.subscribe(listener),
    findPrice(name) {
      const lines = core.state.get().premium.premium?.lines;
      const price = lines?.[name as keyof typeof lines];
      return typeof price === "number" ? price : undefined;
    },
  };
}
