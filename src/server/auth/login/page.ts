// Pages that the server renders itself (login, errors), with the app's style sheet and without inline scripts or styles.
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export function page(options: { title: string; body: string; styleSheets: string[]; language: string }): string {
  const links = options.styleSheets.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join("");
  return `<!doctype html>
<html lang="${escapeHtml(options.language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(options.title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">${links}</head>
<body><main class="gate"><div class="card gate-card">${options.body}</div></main></body></html>`;
}
