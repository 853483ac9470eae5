import type { CDPSession, Page } from '@playwright/test'
import { launchFlags } from '../../../scripts/browser.mjs'
import { testBrowser } from '../../server/support/push-service'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

/** The one without windows blocks all notifications. */
const executablePath = process.env['CHROME_PATH']
test.use({
  serviceWorkers: 'allow',
  launchOptions: { args: [...launchFlags], ...(executablePath !== undefined && { executablePath }) },
})

const SERVICE = 'https://fcm.googleapis.com'

const message = {
  title: 'Person at Door',
  body: 'A person was seen at Door (Hall).',
  path: '/events',
  tag: 'incident-1',
  at: '2026-03-10T11:59:00.000Z',
  picture: null,
  snooze: { id: 'x', expires: '1', signature: 'forged' },
}

/** Waits for the worker to be in charge, and resolves to its id in Chromium's developer protocol. */
async function registrationOf(page: Page, protocol: CDPSession): Promise<string> {
  const registered = new Promise<string>((resolve) => {
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    })
  })
  await protocol.send('ServiceWorker.enable')
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    // It may be a worker that is only just taking over.
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20))
  })
  return registered
}

const shownIn = (page: Page) =>
  page.evaluate(async () => {
    const shown = (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => ({
      title,
      body,
      tag,
    }))
    return shown
  })

test('Chromium shows what is pushed, a press on it opens the events in the tab that is there, a snooze says what the hub said, and a changed subscription is renewed (PUSH-10, PUSH-12, PUSH-14)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  const context = page.context()
  await context.grantPermissions(['notifications'], { origin: hub.url })
  await signIn(page, hub, 'ann@example.org', '/notifications')
  await expect(page.getByRole('button', { name: 'Notify This Device' })).toBeVisible()
  const protocol = await context.newCDPSession(page)
  const registrationId = await registrationOf(page, protocol)
  const push = (data: object) =>
    protocol.send('ServiceWorker.deliverPushMessage', {
      origin: hub.url,
      registrationId,
      data: JSON.stringify(data),
    })
  // The developer protocol says nothing of a message that found no worker, where a push service would send it again.
  await expect(async () => {
    await push(message)
    const shown = { title: message.title, body: message.body, tag: message.tag }
    await expect.poll(() => shownIn(page), { timeout: 4_000 }).toEqual([shown])
  }).toPass({ timeout: 15_000 })
  await push({ ...message, title: '2 more motions at Door' })
  await expect.poll(async () => (await shownIn(page)).map(({ title }) => title)).toEqual(['2 more motions at Door'])
  // A press itself is the system's: the worker is handed one.
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('there is no worker')
  const press = (action: string) =>
    // As text: the page's types know no worker.
    worker.evaluate(`registration.getNotifications().then(([notification]) => {
      dispatchEvent(new NotificationEvent('notificationclick', { notification, action: '${action}' }))
    })`)
  await press('snooze')
  await expect
    .poll(() => shownIn(page))
    .toMatchObject([{ title: 'Not snoozed', body: expect.stringContaining('too old to snooze from') }])
  await push(message)
  await expect.poll(async () => (await shownIn(page)).map(({ title }) => title)).toEqual(['Person at Door'])
  await press('open')
  // Chromium lets a worker come to the front only by a press of a person: it opens another tab, or shows it in this one.
  await expect.poll(() => shownIn(page)).toEqual([])

  // As if the press on the button had been answered by a push service, whose address then changes.
  const [before, after] = [testBrowser(SERVICE).subscription, testBrowser(SERVICE).subscription]
  await page.evaluate(async (subscription) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'x-workspace-id': localStorage.getItem('workspaceId') ?? '',
      'content-type': 'application/json',
    }
    const body = JSON.stringify(subscription)
    const { renewal } = await (await fetch('/v1/push/subscriptions', { method: 'POST', headers, body })).json()
    const kept = JSON.stringify({ publicKey: 'AAAA', endpoint: subscription.endpoint, renewal })
    await (await caches.open('nightjar-push')).put('/service-worker/push', new Response(kept))
  }, before)
  await worker.evaluate(`
    registration.pushManager.getSubscription = async () => ({ toJSON: () => (${JSON.stringify(after)}) })
    dispatchEvent(new ExtendableEvent('pushsubscriptionchange'))`)
  const keptIn = () =>
    page.evaluate(async () => (await (await caches.match('/service-worker/push'))?.json())?.endpoint as unknown)
  await expect.poll(keptIn).toBe(after.endpoint)
})

test('a press on a notification while the tab that it leads to is still being loaded opens its screen once it is (PUSH-12)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'bob@example.org', '/notifications')
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  const [worker] = page.context().serviceWorkers()
  if (worker === undefined) throw new Error('there is no worker')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let isHeld = false
  await page.context().route(/\/assets\/signed-in-/, async (route) => {
    isHeld = true
    await held
    await route.continue()
  })
  // From the hub: what is kept is here at once.
  await page.evaluate(() => caches.delete('nightjar-app'))
  await page.goto(`${hub.url}/notifications`, { waitUntil: 'domcontentloaded' })
  await expect.poll(() => isHeld).toBe(true)
  await worker.evaluate(`clients.matchAll().then(([tab]) => tab.postMessage({ kind: 'open', path: '/events' }))`)
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
})
