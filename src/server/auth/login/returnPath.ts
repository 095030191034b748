// The page to return to after login: a page of this portal, never another site (open redirect), a call or the logout.
const CALLS = /^\/(api|auth|products|assets|storage|images)(\/|$)/i;

export function returnPath(requestedPath: unknown): string {
  if (typeof requestedPath !== "string" || requestedPath.length > 1000) return "/";
  const plain = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(requestedPath);
  return plain && !CALLS.test(readPath(requestedPath)) ? requestedPath : "/";
}

/** The path as browser and router understand it: without `/./`, `/../` and escapes. What cannot be read is no page. */
function readPath(address: string): string {
  try {
    return decodeURIComponent(new URL(address, "http://portal").pathname).replace(/^\/+/, "/");
  } catch {
    return "/api";
  }
}
