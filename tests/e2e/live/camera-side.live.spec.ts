import { addCamera, signIn, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { expect, test } from '../support/test'
import { openRawViewer } from './raw-viewer'

const email = 'ann@example.org'
const camera = { name: 'Front Door', location: 'Hallway' }

test('a camera sends its picture directly and by the relay, and stops (LIVE-50, LIVE-56)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const cameraPage = await openBrowser()
  await signIn(cameraPage, hub, email)
  await addCamera(cameraPage, camera)
  await turnMotionOn(cameraPage, camera.name)
  const session = await cameraPage.evaluate(() => ({
    token: localStorage.getItem('token') ?? '',
    workspaceId: localStorage.getItem('workspaceId') ?? '',
  }))
  const page = await openBrowser()
  // A page of the hub's that runs nothing.
  await page.goto(`${hub.url}/healthz`)
  const cameraId = await openRawViewer(page, session).catch((e) => {
    console.log(trouble, hub.output.slice(-1500))
    throw e
  })

  await page.evaluate((id) => window.viewer.look(id, { isDirect: true, width: 640 }), cameraId)
  await expect
    .poll(() => page.evaluate(() => window.viewer.state.directFrames), { timeout: 10_000 })
    .toBeGreaterThan(30)
  console.log(await page.evaluate(() => window.viewer.state), await page.evaluate(() => window.viewer.stats()))
  await expect(cameraPage.getByText('1 watching: ann')).toBeVisible()

  await page.evaluate(() =>
    window.viewer.send({ kind: 'relay', viewingId: window.viewer.state.viewingId, isWanted: true }),
  )
  await expect.poll(() => page.evaluate(() => window.viewer.state.decoded), { timeout: 10_000 }).toBeGreaterThan(30)
  const chunks = await page.evaluate(() => window.viewer.state.chunks)
  console.log(
    chunks.map(({ type, delayMs, bytes }) => `${type[0]}${Math.round(delayMs)}/${bytes}`).join(' '),
    await page.evaluate(() => window.viewer.state.decodedWidth),
  )
  console.log(
    JSON.stringify(
      (await page.evaluate(() => window.viewer.heard)).filter(({ kind }) => kind !== 'candidate' && kind !== 'answer'),
    ),
  )
  expect(trouble).toEqual([])
})
