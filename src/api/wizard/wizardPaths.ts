// The paths of a request's calls, and the header that names its draft (spec: wizard 7). Apart from the calls, because some begin before the wizard is there.
export interface WizardPlace {
  product: string;
  intermediary: number;
  relation: number;
}

export interface ExistsRequest {
  product: string;
  intermediary: number;
  relation?: number;
  quotation?: number;
  signal?: AbortSignal;
}

export const segment = encodeURIComponent;

/** Names the draft that was opened. A back end that names none gets none. */
export const draftHeader = (draft: string | undefined): Record<string, string> =>
  draft === undefined ? {} : { "X-Draft": draft };

export const wizardBase = (wizardPlace: WizardPlace): string =>
  `/api/aanvraag/${segment(wizardPlace.product)}/${wizardPlace.intermediary}/${wizardPlace.relation}`;

export const existsPath = ({ product, intermediary }: Pick<ExistsRequest, "product" | "intermediary">): string =>
  `/api/aanvraag/${segment(product)}/${intermediary}/prerequisites/exists/`;
