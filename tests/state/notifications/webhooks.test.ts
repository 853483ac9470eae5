import { afterEach, beforeEach, expect, test } from 'vitest'
import { calls } from '../../../src/contract/calls'
import type { Webhook } from '../../../src/contract/notifications/webhooks'
import {
  changeWebhookAtom,
  openWebhookAtom,
  openWebhookIdAtom,
  switchWebhookAtom,
  testWebhookAtom,
  webhooksQueryAtom,
} from '../../../src/state/notifications/webhooks'
import { startApp, type TestApp } from '../../support/app'

let app: TestApp
let webhook: Webhook
/** One that is open here. */
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  const body = { name: 'Lights', url: 'https://example.org/hook', kinds: ['event.created' as const], cameraIds: null }
  await app.services.http.send(calls.webhooks.create, { body })
  app.watch(webhooksQueryAtom)
  const [made] = (await app.until(webhooksQueryAtom, ({ data }) => data?.length === 1)).data ?? []
  if (made === undefined) throw new Error('The webhook did not come.')
  webhook = made
  app.store.set(openWebhookIdAtom, webhook.id)
})
afterEach(() => app.close())

test.each([
  ['switched', () => app.store.set(switchWebhookAtom, webhook, false)],
  ['changed', () => app.store.set(changeWebhookAtom, webhook.id, { name: 'Hall' })],
  ['tried', () => app.store.set(testWebhookAtom, webhook)],
])(
  'one that somebody has removed meanwhile is not said to stay when it is %s, and shows no more (HOOK-13)',
  async (_, press) => {
    await app.services.http.send(calls.webhooks.remove, { params: { webhookId: webhook.id } })
    await press()
    expect(app.toasts.map(({ text }) => text)).toEqual(['The webhook Lights is gone: somebody has removed it.'])
    expect([app.store.get(openWebhookAtom), app.store.get(webhooksQueryAtom).data]).toEqual([null, []])
  },
)

test('one that is to be called for a camera that somebody has removed is still there, and said not to take that (HOOK-01)', async () => {
  const outcome = await app.store.set(changeWebhookAtom, webhook.id, { cameraIds: [crypto.randomUUID()] })
  expect(outcome).toEqual({ kind: 'refused', text: 'There is no such camera.' })
  expect([app.toasts, app.store.get(openWebhookAtom)?.name]).toEqual([[], 'Lights'])
})
