// The content of an earlier day can be read again.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Earlier, openContent } from "#content/compare/revision.ts";
import { collectSources, keepSources, writeLog } from "#content/publish/releases.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import { ContentCopy } from "./support/content.ts";

const TARIFF = "schemas/products/cyber/tariff.json";
const now = ({ schemas, fixtures, out }: ContentCopy): Earlier => ({ schemas, fixtures, published: out });

describe("content of a git revision", () => {
  const copy = new ContentCopy("cyber").writeOut();
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
    const old = openContent("spring", now(copy));
    expect(readFileSync(join(dirname(old.schemas), TARIFF), "utf8")).toBe(before);
    expect(readCatalogue(old.schemas).findings).toEqual([]);
    expect(existsSync(join(old.fixtures, "journeys"))).toBe(true);
    expect(readFileSync(copy.path(TARIFF), "utf8")).toContain("399");
    expect(git("status", "--short").toString()).toBe(status);
    expect(status).toContain(TARIFF);
    old.close();
    expect(existsSync(old.schemas)).toBe(false);
  });

  it("lists the existing names when it does not know the given one", () => {
    for (const name of ["autumn", "--help", ""])
      expect(() => openContent(name, now(copy))).toThrow(/^There is no release or git revision ".*"; .*\bspring\b/);
  });

  it("reports that there is neither release nor repository", () => {
    const bare = new ContentCopy("cyber").writeOut();
    expect(() => openContent("HEAD", now(bare))).toThrow("there is no release yet; and this is not a git repository");
    bare.remove();
  });
});

describe("content of a release", () => {
  it("is what was published, whatever the files contain now", () => {
    const copy = new ContentCopy("cyber").writeOut();
    const before = readFileSync(copy.path(TARIFF), "utf8");
    mkdirSync(copy.out);
    const sources = keepSources(copy.out, collectSources(copy.schemas, copy.fixtures));
    const made = { id: "1", at: "2026-11-02T09:00:00Z", from: "2026-11-02", author: "A", note: "" };
    const offer = { products: [], portal: null };
    writeLog(copy.out, [{ ...made, action: "publish", release: "spring", offer, sources }]);
    copy.write(TARIFF, before.replace("385", "399"));
    const old = openContent("spring", now(copy));
    expect(readFileSync(join(dirname(old.schemas), TARIFF), "utf8")).toBe(before);
    expect(readCatalogue(old.schemas).keys).toEqual(["cyber"]);
    expect(existsSync(join(old.fixtures, "journeys"))).toBe(true);
    old.close();
    expect(() => openContent("autumn", now(copy))).toThrow("the releases are spring");
    copy.remove();
  });
});
