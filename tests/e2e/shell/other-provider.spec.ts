import type { Page } from '@playwright/test'
import { sampleShares } from '../../../src/state/shares/samples'
import { expect, test } from '../support/test'

// The hub serves the pages; the specified calls are answered by somebody else, who names no extensions.

const PICTURE_URL = 'https://pictures.example/door.jpg'
const usage = { used: 0, total: 10, percentage: 0 }
const answers: Readonly<Record<string, unknown>> = {
  'POST /auth/request-otp': { isNewUser: false, retryAt: null },
  'POST /auth/verify-otp': { token: 'e30.eyJlbWFpbCI6ImFAZXhhbXBsZS5vcmcifQ.x', refreshToken: 'r', workspaceId: 7 },
  'GET /cameras': [{ id: 1, name: 'Door', location: 'Hall', status: 'ONLINE', deviceId: 'd', deviceLabel: 'Webcam' }],
  'GET /cameras/check-statuses': [{ id: 1, status: 'ONLINE' }],
  'GET /notifications': {
    events: [{ id: 2, type: 'MOTION', title: 'Motion at Door', createdAt: Date.now() }],
    total: 1,
  },
  'GET /notifications/usage': usage,
  'GET /workspaces/7': { id: 7, stripeCustomer: null, workspaceUsagePeriod: null },
  'GET /workspaces/usage': { storage: usage, notifications: usage, aiChats: usage, cameras: usage },
  'GET /screenshots': [{ cameraId: 1, screenshotUrl: PICTURE_URL }],
}

async function answerCalls(page: Page, isRefused: () => boolean): Promise<string[]> {
  const sent: string[] = []
  await page.route('**/v1/**', (route) => {
    const request = route.request()
    const call = `${request.method()} ${new URL(request.url()).pathname.replace('/v1', '')}`
    sent.push(call)
    if (isRefused()) return route.fulfill({ status: 401, json: {} })
    return call in answers ? route.fulfill({ json: answers[call] }) : route.fulfill({ status: 404, json: {} })
  })
  return sent
}

test('a provider that names none is sent the specified calls alone, from the sign-in screen on, and its refused refresh ends the session (EXT-02, SESS-07)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  let isRefused = false
  const sent = await answerCalls(page, () => isRefused)
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.addInitScript(() => localStorage.setItem('showDashboardTutorial', 'false'))
  await page.goto(`${hub.url}/login`)
  await page.getByLabel('Email').fill('a@example.org')
  await page.getByRole('button', { name: 'Secure Sign In' }).click()
  await page.getByRole('textbox').first().click()
  await page.keyboard.type('123456')
  await page.getByRole('button', { name: 'Verify Code' }).click()
  await expect(page.getByText('Motion at Door').first()).toBeVisible()
  await expect(page.getByText('1/1')).toBeVisible()
  expect(sent.filter((call) => !(call in answers))).toEqual([])
  expect(sockets).toEqual([])

  isRefused = true
  await page.getByRole('link', { name: 'Cameras', exact: true }).click()
  await expect(page).toHaveURL(`${hub.url}/login`)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('its users see the picture of a sharing screen, for which nothing is sent (SHARE-01, SHARE-10)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  const sent = await answerCalls(page, () => false)
  await page.addInitScript(() => localStorage.setItem('token', 'e30.eyJlbWFpbCI6ImFAZXhhbXBsZS5vcmcifQ.x'))
  await page.goto(`${hub.url}/video-sharing`)
  await expect(page.getByRole('button', { name: 'Create Secure Share' })).toBeVisible()
  await expect(page.getByText(sampleShares(Date.now())[0]?.title ?? '').first()).toBeVisible()
  expect(sent).toEqual([])
})

test('a picture that cannot be had lies out of sight beneath its placeholder, in forced colours too (UI-03)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await answerCalls(page, () => false)
  await page.route(PICTURE_URL, (route) => route.abort())
  await page.addInitScript(() => {
    localStorage.setItem('token', 'e30.eyJlbWFpbCI6ImFAZXhhbXBsZS5vcmcifQ.x')
    localStorage.setItem('showCamerasTutorial', 'false')
  })
  await page.goto(`${hub.url}/cameras`)
  const image = page.locator(`img[src="${PICTURE_URL}"]`)
  const placeholder = image.locator('xpath=following-sibling::*[1]')
  await expect(placeholder).toBeVisible()
  await expect(image).toHaveAttribute('aria-hidden', 'true')
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    await expect(placeholder).toHaveCSS('background-image', /gradient/)
    expect(await placeholder.boundingBox()).toEqual(await image.boundingBox())
  }
})
