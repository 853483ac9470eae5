import { addCamera, signIn, turnMotionOn } from '../../scripts/demo/steps.mjs'
import { expect, test } from './support/test'

test('two tabs of one browser record a device once; the second takes over when the first closes (issue 4)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const first = await openBrowser()
  await signIn(first, hub, 'tabs@example.org')
  await addCamera(first, { name: 'Desk', location: 'Office' })
  await turnMotionOn(first, 'Desk')
  const second = await first.context().newPage()
  await second.goto(`${hub.url}/cameras`)
  await expect(second.getByRole('img', { name: 'Latest snapshot of Desk' })).toBeVisible()
  await expect(second.getByLabel('Live picture of Desk')).toBeHidden()
  await first.close()
  await expect(second.getByLabel('Live picture of Desk')).toBeVisible()
  await expect(second.getByRole('article', { name: 'Desk' }).getByRole('meter')).toBeVisible()
  expect(trouble).toEqual([])
})

test('a camera that was added before it was allowed is asked for, and shows its picture (spec 4)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await page.addInitScript(() => {
    // As Chromium does before it is allowed: the devices are there, their ids and names are not told.
    const { mediaDevices } = navigator
    const list = mediaDevices.enumerateDevices.bind(mediaDevices)
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    let isAllowed = false
    navigator.permissions.query = async () => Object.assign(new EventTarget(), { state: 'prompt' }) as PermissionStatus
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      isAllowed = true
      return stream
    }
    mediaDevices.enumerateDevices = async () => (isAllowed ? list() : [])
  })
  await signIn(page, hub, 'early@example.org')
  await page.getByRole('link', { name: 'Cameras', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Enable Camera & Audio' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Camera' }).click()
  await expect(page.getByText('This browser may use the camera.')).toBeVisible()
  await page.getByLabel('Camera name').fill('Early')
  await page.getByLabel('Location').fill('Desk')
  await page.getByLabel('Camera device').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Live picture of Early')).toBeVisible()
})
