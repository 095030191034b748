// The content of an earlier day can be read again.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCatalogue } from "#content/catalogue.ts";
import { openContent } from "#content/revision.ts";
import { ContentCopy } from "./support/content.ts";

const TARIFF = "schemas/products/cyber/tariff.json";

describe("content of a git revision", () => {
  const copy = new ContentCopy("cyber");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.nl", ...args], {
      cwd: copy.base,
      stdio: "pipe",
    });
  let before = "";

  beforeAll(() => {
    before = readFileSync(copy.path(TARIFF), "utf8");
    git("init", "--quiet");
    git("add", "schemas", "fixtures");
    git("commit", "--quiet", "-m", "first");
    git("tag", "spring");
    copy.write(TARIFF, before.replace("385", "399"));
    git("add", TARIFF);
  });

  afterAll(() => copy.remove());

  it("is what was committed, and neither files nor what is staged today change", () => {
    const status = git("status", "--short").toString();
    const old = openContent("spring", copy);
    expect(readFileSync(join(dirname(old.schemas), TARIFF), "utf8")).toBe(before);
    expect(readCatalogue(old.schemas).findings).toEqual([]);
    expect(existsSync(join(old.fixtures, "journeys"))).toBe(true);
    expect(readFileSync(copy.path(TARIFF), "utf8")).toContain("399");
    expect(git("status", "--short").toString()).toBe(status);
    expect(status).toContain(TARIFF);
    old.close();
    expect(existsSync(old.schemas)).toBe(false);
  });

  it("says which names there are when it knows none such", () => {
    for (const name of ["autumn", "--help", ""])
      expect(() => openContent(name, copy)).toThrow(/^There is no release or git revision ".*"; .*\bspring\b/);
  });

  it("says that there is no repository", () => {
    const bare = new ContentCopy("cyber");
    rmSync(bare.path("src"), { recursive: true });
    expect(() => openContent("HEAD", bare)).toThrow("is in no git repository");
    bare.remove();
  });
});
