import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { MOTION_CHECK_INTERVAL_MOBILE_MS, MOTION_CHECK_INTERVAL_MS } from '../../src/contract/limits'

const root = resolve(import.meta.dirname, '..', '..')
const perSecond = (intervalMs: number) => String(Number((1000 / intervalMs).toFixed(1)))
const rate = perSecond(MOTION_CHECK_INTERVAL_MS)
const mobileRate = perSecond(MOTION_CHECK_INTERVAL_MOBILE_MS)

it.each([
  [
    'docs/detector.md',
    `Every ${MOTION_CHECK_INTERVAL_MS} ms, on a telephone every ${MOTION_CHECK_INTERVAL_MOBILE_MS},`,
  ],
  [
    'docs/detector.md',
    `(${(10 * MOTION_CHECK_INTERVAL_MS) / 1000} s, on a telephone ${(10 * MOTION_CHECK_INTERVAL_MOBILE_MS) / 1000})`,
  ],
  ['docs/limits.md', `have ${rate} frames a second, of a telephone ${mobileRate}.`],
  ['src/engine/README.md', `${rate} times a second a camera, ${mobileRate} on a telephone`],
])('%s says how often a telephone looks, too: %s (OPS-15, REC-02)', (document, words) => {
  expect(readFileSync(join(root, document), 'utf8')).toContain(words)
})
