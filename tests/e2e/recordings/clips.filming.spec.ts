import { expect, test } from '@playwright/test'
import { clipFigures, makeClips } from '../../../bench/browser/clips/clips'
import { Chromium } from '../../../bench/browser/harness/chromium'
import { buildPage } from '../../../bench/browser/harness/page-build'
import { PageServer } from '../../../bench/browser/harness/page-server'
import { findBrowser } from '../../../scripts/browser.mjs'
import { cachedFootage } from '../../../scripts/footage.mjs'
import { testFootage } from '../support/footage'

/** `npm run bench:browser -- --clips 200` makes 200. */
const CLIPS = 12
const CAMERAS = 4

test('clips of motion at random moments have their length, a keyframe at the start, any moment to seek to and 4 s of pre-roll (CLIP-01, CLIP-02, CODEC-01)', async () => {
  test.setTimeout(300_000)
  const footage = await cachedFootage(testFootage)
  const server = await PageServer.start(await buildPage())
  try {
    const chromium = await Chromium.launch(await findBrowser(), footage)
    try {
      const facts = await makeClips(chromium, server.url, { clips: CLIPS, cameras: CAMERAS, isSteady: false })
      const { clips, longestErrorMs, keyframeFirst, missedSeeks, preRollDue, preRollKept } = clipFigures(facts)
      expect(clips).toBeGreaterThanOrEqual(CLIPS)
      // Of the cameras every other one films for a provider that takes webm alone.
      expect(new Set(facts.map(({ mediaType }) => mediaType))).toEqual(new Set(['video/mp4', 'video/webm']))
      expect(longestErrorMs).toBeLessThan(300)
      expect(keyframeFirst).toBe(clips)
      expect(missedSeeks).toBe(0)
      expect(preRollDue).toBeGreaterThan(CLIPS / 4)
      expect(preRollKept).toBe(preRollDue)
    } finally {
      await chromium.close()
    }
  } finally {
    await server.close()
  }
})
