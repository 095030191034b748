// Counts tests out of the JSON reports of vitest and Playwright. It refuses good news it cannot prove: a report that is
// missing or a run that failed without a failing test counts as one failure.
import { existsSync, readFileSync } from "node:fs";

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
