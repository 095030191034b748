// Headers of a file that is handed out: always as a download, never run or kept by the browser, so that what somebody uploaded cannot run in our origin.

/** RFC 6266: an ASCII name for old programs, the real one in UTF-8. */
function disposition(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "")
    .replace(/["\\/%;]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain || "document"}"; filename*=UTF-8''${encoded}`;
}

export function attachmentHeaders(name: string, type: string): Record<string, string> {
  return {
    "content-type": type,
    "content-disposition": disposition(name),
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
}
