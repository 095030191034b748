// The search box follows each navigation, also one that is taken back before its page was drawn.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense, use } from "react";
import { RawIntlProvider } from "react-intl";
import { createBrowserRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { profileQuery, toProfile } from "#api/profile.ts";
import { SearchBox } from "#app/frame/SearchBox.tsx";
import { paths } from "#routes/paths.ts";
import { buildIntl, wordsIn } from "../wizard/support/screen.tsx";

const to = paths("nl");
const say = wordsIn("nl");
const term = page.getByRole("searchbox", { name: say("portal.search.label") });
const first = location.href;

/** What the list of a search waits for. */
let drawn: Promise<string>;
let draw: (title: string) => void;
beforeEach(() => {
  ({ promise: drawn, resolve: draw } = Promise.withResolvers<string>());
});
afterEach(() => history.replaceState(null, "", first));

const Results = () => <h1>{use(drawn)}</h1>;

async function showQuotes() {
  history.replaceState(null, "", to.quotes());
  const pages = [
    { path: to.quotes(), handle: { route: "quotes" }, element: <h1>quotes</h1> },
    { path: to.search("x").replace(/x$/, ":search"), handle: { route: "search" }, element: <Results /> },
    {
      path: to.quotes({ search: "x" }).replace(/x$/, ":search"),
      handle: { route: "quotes.search" },
      element: <h1>found quotes</h1>,
    },
  ];
  const Frame = () => (
    <>
      <SearchBox focus={false} />
      <Outlet />
    </>
  );
  const router = createBrowserRouter([{ element: <Frame />, children: pages }]);
  const client = new QueryClient();
  client.setQueryData(profileQuery().queryKey, toProfile({ loggedIn: true }));
  await render(
    <QueryClientProvider client={client}>
      <RawIntlProvider value={buildIntl("nl")}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </RawIntlProvider>
    </QueryClientProvider>,
  );
  return router;
}

const searchFor = async (words: string) => {
  await term.fill(words);
  await userEvent.keyboard("{Enter}");
};
const path = () => decodeURIComponent(location.pathname);

test.each(["drawn", "not drawn"])(
  "back from a search whose list was %s empties the box, and forward fills it",
  async (list) => {
    await showQuotes();
    await searchFor("cyber");
    await expect.poll(path).toMatch(/cyber$/);
    if (list === "drawn") draw("cyber");
    if (list === "drawn") await expect.element(page.getByRole("heading", { name: "cyber" })).toBeVisible();
    history.back();
    await expect.poll(path).toBe(to.quotes());
    await expect.element(term).toHaveValue("");
    await expect.element(term).toHaveFocus();
    draw("cyber");
    history.forward();
    await expect.element(term).toHaveValue("cyber");
  },
);

test("a term is searched in all lists; an emptied field takes the results of one list away", async () => {
  const router = await showQuotes();
  await term.fill("  42 61 ");
  await userEvent.keyboard("{Enter}");
  await expect.poll(path).toBe(decodeURIComponent(to.search("42 61")));
  await router.navigate(to.quotes({ search: "cyber" }));
  await term.fill("");
  await expect.poll(path).toBe(to.quotes());
});

test("a row of the list that is chosen keeps a term that was not sent", async () => {
  const router = await showQuotes();
  await term.fill("cyb");
  await userEvent.tab();
  await router.navigate("?row=1", { replace: true });
  await expect.element(term).toHaveValue("cyb");
});
