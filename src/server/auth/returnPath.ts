// The page to return to after login: a page of this portal, never another site (open redirect).
const CALLS = /^\/(api|auth|products|assets|storage|images)(\/|\?|$)/;

export function returnPath(asked: unknown): string {
  if (typeof asked !== "string" || asked.length > 1000) return "/";
  const plain = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(asked) && !CALLS.test(asked);
  return plain ? asked : "/";
}
