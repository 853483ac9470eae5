import { fill } from './fill.mjs'
import { shareVideos } from './shares.mjs'

/** @typedef {import('@playwright/test').Page} Page */

const HOUR_MS = 3_600_000

/** Longer than there is room for, as people call them. */
const cameras = [
  { name: 'Front door and the path to the street', location: 'Hallway, above the coats' },
  { name: 'Garage', location: 'Ground floor' },
  { name: 'Back garden with the shed and the vegetable beds', location: 'Garden wall' },
  { name: 'Nursery', location: 'First floor' },
  { name: 'Kellereingang hinter dem Fahrradständer', location: 'Untergeschoss' },
  { name: 'Driveway', location: 'Front of the house, north' },
  { name: 'Living room window', location: 'Living room' },
  { name: 'Workshop: lathe, saw and the door beside them', location: 'Outbuilding at the end of the yard' },
  { name: 'Stairs', location: 'Between ground and first floor' },
  { name: 'Attic', location: 'Third floor' },
]
const online = [0, 1, 3, 4, 5, 6, 8]

/** Before a camera counts as off. */
const SNAPSHOT_EVERY_MS = 2_500

/** Three events of four hours each, and a dozen in one evening, over two days. */
const clips = Array.from({ length: 54 }, (_, index) => ({
  camera: (index * 7) % cameras.length,
  agoMs: (0.2 + (index < 12 ? index * 0.15 : index * 0.85)) * HOUR_MS,
  hasPerson: index % 3 === 0,
}))
const alerts = [
  { camera: 2, agoMs: HOUR_MS, kind: 'covered' },
  { camera: 7, agoMs: 2 * HOUR_MS, kind: 'unplugged' },
  { camera: 9, agoMs: 3 * HOUR_MS, kind: 'turned' },
  { camera: 0, agoMs: 5 * HOUR_MS, kind: 'frozen' },
  { camera: 5, agoMs: 9 * HOUR_MS, kind: 'darkened' },
  { camera: 1, agoMs: 20 * HOUR_MS, kind: 'covered' },
]

/**
 * Fills the workspace of a signed-in page with more than fits on a screen: ten cameras, three of them off, sixty events
 * of two days, five shares. The cameras that are on stay so until what it returns is called.
 * @param {Page} page
 * @param {string} hubUrl
 * @returns {Promise<() => void>}
 */
export async function fillMany(page, hubUrl) {
  const { cameraIds, snapshots } = await fill(page, { cameras, clips, alerts, online })
  await shareVideos(page, [
    { title: 'A fox at the front door', description: 'It came at dawn, looked in, and went again.', isPublic: true },
    { title: 'The parcel that nobody ordered, and who brought it back', description: '', isPublic: true },
    { title: 'For the neighbours', description: 'Is this your cat?', isPublic: true, password: 'correct horse' },
    { title: 'For the family', description: 'Who was that?', isPublic: false },
    { title: 'Delivery', description: '', isPublic: true, expiryDays: 30 },
  ])
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const timer = setInterval(() => {
    for (const index of online) {
      const body = new FormData()
      const picture = new Blob([Buffer.from(snapshots[index] ?? '', 'base64')], { type: 'image/jpeg' })
      body.append('screenshot', picture, 'screenshot.jpg')
      const headers = { authorization: `Bearer ${token}` }
      // One that does not arrive is followed by the next.
      fetch(`${hubUrl}/v1/screenshots/${cameraIds[index]}/upload`, { method: 'POST', headers, body }).catch(
        () => undefined,
      )
    }
  }, SNAPSHOT_EVERY_MS)
  return () => clearInterval(timer)
}
