// `npm test -- --changed` leaves out only tests that the change cannot break.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findReach } from "../support/changed.mjs";

const root = join(import.meta.dirname, "../..");
const reach = (...files: string[]) => findReach(root, files, "HEAD", false);

describe("the reach of a change", () => {
  test("words alone are held against the repository, and nothing else", () => {
    const { skip, args } = reach("README.md");
    expect([...skip].sort()).toEqual(["build", "content", "e2e", "firefox", "messages", "studio", "types", "widgets"]);
    expect(args.unit).toEqual(["tests/content"]);
  });

  test("a screen of the wizard is followed by its imports, and opens in the wizard's stories", () => {
    const { skip, args } = reach("src/wizard/Wizard.tsx");
    expect([...skip]).toEqual(["messages"]);
    expect(args.unit).toEqual(["--changed", "HEAD"]);
    expect(args.e2e).toContain("outcomes.spec.ts");
    expect(args.e2e).not.toContain("portal.spec.ts");
  });

  test.each([
    "schemas/rates/rates.json",
    "src/engine/values/dates.ts",
    "package-lock.json",
    "tests/e2e/support/broker.ts",
  ])("%s reaches every story", (file) => expect(reach(file).args.e2e?.length).toBeGreaterThan(10));

  test("what is read as a file runs every test", () => {
    expect(reach("schemas/rates/rates.json").args.unit).toEqual([]);
    expect(reach("widgets/styles/tokens.css").args.unit).toEqual([]);
  });

  test("stories of ring 2 are reached with --all only", () => {
    const file = "schemas/rates/rates.json";
    const longStories = (all: boolean) =>
      findReach(root, [file], "HEAD", all).args.e2e?.filter((name) => name.includes(".long."));
    expect(longStories(false)).toEqual([]);
    expect(longStories(true)?.length).toBeGreaterThan(0);
  });

  test.each(["src/server/db/migrate.ts", "src/server/main.ts", "src/server/operations/doctor/examine.ts"])(
    "%s runs the tests in Node of ring 2 too",
    (file) => {
      const { args, long } = reach(file);
      expect([args.unit, long]).toEqual([[], true]);
      expect(args.e2e?.filter((name) => name.includes(".long."))).toEqual([]);
    },
  );

  test("any other change leaves ring 2 out", () => {
    const others = ["src/server/requests/README.md", "src/server/operations/backup.md", "src/wizard/Wizard.tsx"];
    expect(others.map((file) => reach(file).long)).toEqual([false, false, false]);
    expect(reach("src/server/app.ts").long).toBe(false);
  });

  test("a story reaches itself, a test no story", () => {
    expect(reach("tests/e2e/flows.spec.ts").args.e2e).toEqual(["flows.spec.ts"]);
    expect(reach("tests/engine/dates.test.ts").skip).toContain("e2e");
  });
});
