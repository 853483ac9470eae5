import { fill } from './fill.mjs'
import { shareVideos } from './shares.mjs'

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Gives the workspace of a signed-in page one of each: a camera of another machine, a clip with a person, a share.
 * @param {Page} page
 */
export async function fillOne(page) {
  await fill(page, {
    cameras: [{ name: 'Front Door', location: 'Hallway' }],
    clips: [{ camera: 0, agoMs: 0, hasPerson: true }],
    alerts: [],
    online: [0],
  })
  await shareVideos(page, [{ title: 'A fox at the front door', description: '', isPublic: true }])
}
