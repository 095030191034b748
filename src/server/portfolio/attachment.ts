// Response headers for a download: the browser neither renders nor caches the file, so that an uploaded file cannot run in the
// portal's origin.

/** RFC 6266: an ASCII name for old clients, and the real name in UTF-8. */
function disposition(name: string): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "")
    .replace(/["\\/%;]/g, "_");
  // Of a name in other letters blanks and its extension are left.
  const [, stem = "", extension = ""] =
    /^(.*?)(\.[A-Za-z0-9]+)?$/.exec(ascii.replace(/^[\s._-]+(?=\w.*\.)/, "").trim()) ?? [];
  const plain = `${/\w/.test(stem) ? stem : "document"}${extension}`;
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
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
