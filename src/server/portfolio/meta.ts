// The page meta of each list. They differ on purpose: the specification's lists do (portal 3), and the browser's adapters
// must cope. Each list keeps its own variant, written down in schemas/api.
import type { ListName } from "./lists.ts";

interface Facts {
  rows: number;
  total: number;
  page: number;
  limit: number;
}
type Meta = Record<string, number>;

const pages = ({ total, limit }: Facts) => Math.max(1, Math.ceil(total / limit));

const variants: Record<ListName, (facts: Facts) => Meta> = {
  relations: (f) => ({ count: f.rows, current_page: f.page, per_page: f.limit, total: f.total }),
  quotations: (f) => ({
    current_page: f.page,
    items_per_page: f.limit,
    total_items: f.total,
    total_pages: pages(f),
  }),
  policies: (f) => ({ current_page: f.page, per_page: f.limit, total: f.total, total_pages: pages(f) }),
  damages: (f) => ({ count: f.rows, current_page: f.page, items_per_page: f.limit, total_items: f.total }),
  open_invoices: (f) => ({
    count: f.rows,
    current_page: f.page,
    per_page: f.limit,
    total: f.total,
    total_pages: pages(f),
  }),
  documents: (f) => ({ current_page: f.page, per_page: f.limit, total_items: f.total, total_pages: pages(f) }),
};
const withSuccess = new Set<ListName>(["policies", "damages"]);

export function listAnswer(list: ListName, data: unknown[], facts: Omit<Facts, "rows">) {
  const answer = { data, meta: variants[list]({ ...facts, rows: data.length }) };
  return withSuccess.has(list) ? { success: true, ...answer } : answer;
}
