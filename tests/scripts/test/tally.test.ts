import { describe, expect, it } from 'vitest'
import { closingLine, sum, tallyOfPlaywright, tallyOfStep, tallyOfVitest } from '../../../scripts/test/tally.mjs'

const vitestReport = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] }
const playwrightReport = { stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 2 }, errors: [] }

describe('the closing line', () => {
  it('names what passed and failed, and what was skipped only when something was', () => {
    expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
    expect(closingLine({ passed: 12, failed: 3, skipped: 2 })).toBe('12 passed, 3 failed, 2 skipped')
  })

  it('counts a step without tests of its own as one', () => {
    expect(sum([tallyOfStep(true), tallyOfStep(false)])).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  it('adds up both runners', () => {
    const total = sum([tallyOfVitest(vitestReport, 0), tallyOfPlaywright(playwrightReport, 0)])
    expect(closingLine(total)).toBe('13 passed, 0 failed, 4 skipped')
  })

  it('counts a test file that could not be loaded as a failure', () => {
    const broken = { status: 'failed', assertionResults: [] }
    expect(tallyOfVitest({ ...vitestReport, testResults: [broken] }, 1).failed).toBe(1)
  })

  it('does not count a failed test twice through its file', () => {
    const file = { status: 'failed', assertionResults: [{ status: 'failed' }] }
    expect(tallyOfVitest({ ...vitestReport, numFailedTests: 1, testResults: [file] }, 1).failed).toBe(1)
  })

  it.each([
    ['left no report', tallyOfVitest(undefined, 0)],
    ['left no report in the browser', tallyOfPlaywright(undefined, 1)],
    ['ended badly after its tests passed', tallyOfVitest(vitestReport, 1)],
    ['ran no test', tallyOfVitest({ ...vitestReport, numPassedTests: 0 }, 0)],
    ['could not load its tests', tallyOfPlaywright({ ...playwrightReport, errors: [{}] }, 1)],
  ])('counts one failure for a runner that %s', (_, tally) => {
    expect(tally.failed).toBe(1)
  })
})
