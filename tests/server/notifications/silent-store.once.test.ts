import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeliverServices } from '../../../server/notifications/deliver'
import { testMessage } from '../../../server/notifications/sending/message'
import { sendMessage } from '../../../server/notifications/sending/send'
import { startTestHub, type TestHub } from '../support/hub'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver'
import { openHubDatabase, secondSender } from '../support/webhook-worker'

const TO = { channel: 'email', address: 'ann@example.org', pictureKey: 'thumbnails/one' } as const
const message = testMessage('ann@example.org', 0, { origin: 'https://cam.example.org', pictureUrl: null, zone: 'UTC' })

let hub: TestHub
let receiver: WebhookReceiver
let services: DeliverServices
beforeEach(async () => {
  hub = await startTestHub()
  receiver = await startReceiver()
  const db = await openHubDatabase(hub)
  const sender = await secondSender(hub, db, receiver)
  await db.destroy()
  // As of a disk of the network that is away.
  const blobs = Object.assign(Object.create(sender.blobs), { open: () => new Promise(() => undefined) })
  services = { ...sender, blobs }
})
afterEach(async () => {
  vi.restoreAllMocks()
  await receiver.close()
  await hub.close()
})

test('a picture that its store does not give in time holds no mail up, which goes without it (MSG-01, MSG-07)', async () => {
  const late = new AbortController()
  const limits: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return late.signal
  })
  const sent = sendMessage(services, TO, message, new AbortController().signal)
  await vi.waitFor(() => expect(limits).toEqual([10_000]))
  expect(hub.mails).toEqual([])
  vi.restoreAllMocks()
  late.abort()
  expect(await sent).toEqual({ kind: 'sent' })
  expect(hub.mails).toMatchObject([{ to: 'ann@example.org', images: [] }])
})

test('a hub that stops does not wait for it', async () => {
  const stop = new AbortController()
  const sent = sendMessage(
    { ...services, mailer: { send: async (_mail, signal) => signal?.throwIfAborted() } },
    TO,
    message,
    stop.signal,
  )
  stop.abort()
  expect(await sent).toEqual({ kind: 'aborted' })
})
