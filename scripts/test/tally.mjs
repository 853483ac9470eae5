/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/**
 * @typedef {object} VitestReport the part of Vitest's JSON that is counted
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults
 */

/**
 * @typedef {object} PlaywrightReport the part of Playwright's JSON that is counted
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {unknown[]} errors
 */

/**
 * A step without tests of its own counts as one.
 * @param {boolean} passed
 * @returns {Tally}
 */
export function tallyOfStep(passed) {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }
}

/**
 * @param {VitestReport | undefined} report
 * @param {number} exitCode
 * @returns {Tally}
 */
export function tallyOfVitest(report, exitCode) {
  if (!report) return tallyOfStep(false)
  // A file that cannot be loaded fails without a failed test in it.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return withCrash(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles.length,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    exitCode,
  )
}

/**
 * @param {PlaywrightReport | undefined} report
 * @param {number} exitCode
 * @returns {Tally}
 */
export function tallyOfPlaywright(report, exitCode) {
  if (!report) return tallyOfStep(false)
  const { expected, unexpected, flaky, skipped } = report.stats
  return withCrash({ passed: expected + flaky, failed: unexpected + report.errors.length, skipped }, exitCode)
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  return tallies.reduce(
    (total, tally) => ({
      passed: total.passed + tally.passed,
      failed: total.failed + tally.failed,
      skipped: total.skipped + tally.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** @param {Tally} tally */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * A runner that ended badly, or ran nothing, is a failure even if it reports none.
 * @param {Tally} tally
 * @param {number} exitCode
 * @returns {Tally}
 */
function withCrash(tally, exitCode) {
  const ranNothing = tally.passed + tally.failed === 0
  return tally.failed === 0 && (exitCode !== 0 || ranNothing) ? { ...tally, failed: 1 } : tally
}
