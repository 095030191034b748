// Counts tests out of the JSON reports of vitest and Playwright. It refuses good news it cannot prove: a report that is
// missing or a run that failed without a failing test counts as one failure.
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * @param {string} file
 * @param {number} exitCode
 * @returns {Count}
 */
export function vitestCount(file, exitCode) {
  const report = read(file);
  return settle(report && { passed: report.numPassedTests, failed: report.numFailedTests }, exitCode);
}

/**
 * @param {string} file
 * @param {number} exitCode
 * @returns {Count}
 */
export function playwrightCount(file, exitCode) {
  const stats = read(file)?.stats;
  return settle(stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky }, exitCode);
}

/**
 * What failed, with the beginning of its reasons: the last lines of a run are what one sees of it afterwards.
 * @param {string} file a report of vitest or Playwright
 * @returns {string[]}
 */
export function describeFailures(file) {
  const report = read(file);
  const failed = [...failedTests(report?.testResults ?? []), ...failedStories(report?.suites ?? [])];
  return failed.map(({ name, reasons }) => [`FAILED ${name}`, ...reasons.map(shorten)].join("\n"));
}

function failedTests(files) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    const each = tests.map((test) => ({ name: `${name} › ${test.fullName}`, reasons: test.failureMessages }));
    return status === "failed" && each.length === 0 ? [{ name, reasons: [message] }] : each;
  });
}

function failedStories(suites, above = []) {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) => {
    const path = [...above, title];
    const failed = specs.filter(({ ok }) => !ok);
    const each = failed.map((spec) => ({
      name: [...path, spec.title].join(" › "),
      reasons: spec.tests.flatMap(({ results }) =>
        results.flatMap(({ errors }) => errors.map(({ message }) => message)),
      ),
    }));
    return [...each, ...failedStories(inner, path)];
  });
}

/** The first lines, without the colours of a terminal. */
function shorten(reason) {
  const plain = stripVTControlCharacters(String(reason))
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.includes("/node_modules/"));
  return plain
    .slice(0, 12)
    .map((line) => `  ${line.slice(0, 300)}`)
    .join("\n");
}

/** A stage without tests of its own (a type check, a build) is one test. @param {number} exitCode @returns {Count} */
export function stageCount(exitCode) {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** @param {Count | undefined} count @param {number} exitCode @returns {Count} */
function settle(count, exitCode) {
  if (!count) return { passed: 0, failed: 1 };
  return exitCode !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
