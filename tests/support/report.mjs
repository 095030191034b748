// Counts tests out of the JSON reports of vitest and Playwright. It refuses good news it cannot prove: a report that is
// missing or a run that failed without a failing test counts as one failure.
import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped?: number }} Count */

/**
 * @param {string} file
 * @param {number} exitCode
 * @returns {Count}
 */
export function vitestCount(file, exitCode) {
  const report = read(file);
  return settle(
    report && { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests },
    exitCode,
  );
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

/** Lists the names of failed tests. @param {string} file a report of vitest or Playwright @returns {string[]} */
export function listFailures(file) {
  const report = read(file);
  const failed = [...failedTests(report?.testResults ?? []), ...failedStories(report?.suites ?? [])];
  return failed.map((name) => `FAILED ${name}`);
}

function failedTests(files) {
  return files.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    const names = tests.map((test) => `${name} › ${test.fullName}`);
    return status === "failed" && names.length === 0 ? [name] : names;
  });
}

function failedStories(suites, above = []) {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) => {
    const path = [...above, title];
    const failed = specs.filter(({ ok }) => !ok).map((spec) => [...path, spec.title].join(" › "));
    return [...failed, ...failedStories(inner, path)];
  });
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
