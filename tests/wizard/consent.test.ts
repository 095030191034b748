// Consent that the request reports as missing is asked for before anything else of it is loaded (spec: wizard 2).
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { PortalError } from "#api/calls/errors.ts";
import { profileQuery } from "#api/profile.ts";
import { loadWizard } from "#wizard/model/loading/load.ts";

const address = { flow: "newRequest", product: "p", intermediary: 100245, relation: 300101 } as const;
const exists = { insurance_type: "p", relation_number: 300101, intermediary_number: 100245, quotation_number: null };

function visit(answer: { status: number; body: object }) {
  const answers: Record<string, { status: number; body: object }> = {
    "/products/index.json": {
      status: 200,
      body: { products: [], portal: null, releases: { "p-1": { key: "p", bundle: "", texts: { nl: "", fr: "" } } } },
    },
    "/api/profile/me": { status: 200, body: { loggedIn: true, acceptedCookieStatement: true } },
    "/api/aanvraag/p/100245/prerequisites/exists/": answer,
  };
  const paths: string[] = [];
  vi.stubGlobal("document", { querySelector: () => null, cookie: "" });
  vi.stubGlobal("fetch", async (url: string) => {
    const path = String(url).split("?")[0] ?? "";
    paths.push(path);
    const { status, body } = answers[path] ?? { status: 500, body: {} };
    return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const loading = loadWizard(client, address, "nl").then(
    () => null,
    (error: unknown) => error as PortalError,
  );
  return { paths, client, loading };
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["cookies", { status: 200, body: { data: { ...exists, cookie_consent_exists: false, personal_data_exists: true } } }],
  [
    "personal data",
    { status: 200, body: { data: { ...exists, cookie_consent_exists: true, personal_data_exists: false } } },
  ],
  ["a refused call", { status: 403, body: { success: false, code: "consent_required", message: "" } }],
])("missing consent is asked for first: %s", async (_name, answer) => {
  const { paths, client, loading } = visit(answer);
  expect(await loading).toMatchObject({ code: "consent_required" });
  expect(client.getQueryData(profileQuery().queryKey)?.acceptedCookieStatement).toBe(false);
  expect(paths.filter((path) => path.includes("/wizard/"))).toEqual([]);
});

test("for a back end without information about consent the profile counts", async () => {
  const { paths, client, loading } = visit({ status: 200, body: { data: exists } });
  expect(await loading).toBeInstanceOf(PortalError);
  expect(client.getQueryData(profileQuery().queryKey)?.acceptedCookieStatement).toBe(true);
  expect(paths.some((path) => path.includes("/wizard/steps/forms"))).toBe(true);
});
