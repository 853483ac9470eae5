import * as z from 'zod/mini'
import { call } from '../call'
import { flag, ignored, isoTime, listOf, textOrEmpty, textOrNull } from '../wire'

export const MAX_PUSH_DEVICES = 20
export const MAX_ENDPOINT_LENGTH = 1000

const pushDevice = z.object({
  id: z.string(),
  /** In words, such as "Chrome on Android". */
  device: textOrEmpty,
  since: isoTime,
  /** null: nothing was pushed there yet. */
  lastPushedAt: textOrNull,
  /** Why the last push did not arrive; null: it did, or there was none. */
  trouble: z.catch(z.nullable(z.object({ failedAt: isoTime, message: textOrEmpty })), null),
  /** The one that asks. */
  isCurrent: flag(false),
})
export type PushDevice = z.infer<typeof pushDevice>

/** To the browser itself, once: with `renewal` its service worker renews the subscription, and can do nothing else. */
const subscribedDevice = z.extend(pushDevice, { renewal: textOrEmpty })
export type SubscribedDevice = z.infer<typeof subscribedDevice>

const KEY_SENTENCE = 'This is no key of a browser. Turn notifications off in it and on again.'
/** 65 bytes that begin with 4, and 16, in base64url without padding (RFC 8291). */
const publicKey = z.string({ error: KEY_SENTENCE }).check(z.regex(/^B[\w-]{86}$/, { error: KEY_SENTENCE }))
const secret = z.string({ error: KEY_SENTENCE }).check(z.regex(/^[\w-]{22}$/, { error: KEY_SENTENCE }))

/** As `PushSubscription.toJSON()` of a browser has it. */
const newSubscription = z.object({
  endpoint: z
    .string({ error: "Give the address of the browser's push service." })
    .check(z.maxLength(MAX_ENDPOINT_LENGTH, { error: `It has at most ${MAX_ENDPOINT_LENGTH} characters.` })),
  keys: z.object({ p256dh: publicKey, auth: secret }, { error: KEY_SENTENCE }),
})
export type NewPushSubscription = z.infer<typeof newSubscription>

const RENEWAL_SENTENCE = 'This is not what the hub gave. Open Nightjar and turn notifications on again.'
const renewedSubscription = z.object({
  renewal: z.string({ error: RENEWAL_SENTENCE }).check(z.regex(/^[\w-]{43}$/, { error: RENEWAL_SENTENCE })),
  subscription: newSubscription,
})
export type RenewedPushSubscription = z.infer<typeof renewedSubscription>

const SNOOZE_SENTENCE = 'This link is not whole. Open Nightjar and snooze there.'
const part = (max: number) => z.string({ error: SNOOZE_SENTENCE }).check(z.maxLength(max, { error: SNOOZE_SENTENCE }))

/** What a notification snoozes with: good once, and for half an hour to an hour. */
const snoozeLink = z.object({ id: part(100), expires: part(20), signature: part(100) })
export type SnoozeLink = z.infer<typeof snoozeLink>

/** What a push says, once the browser has decrypted it. Addresses are paths of the hub. */
export const pushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** Screen that it opens. */
  path: z.string(),
  /** A newer notification of the same takes the older one's place. */
  tag: z.string(),
  at: z.string(),
  /** Good for some minutes; null: there is none. */
  picture: z.nullable(z.string()),
  /** null: there is nothing to snooze. */
  snooze: z.nullable(snoozeLink),
})
export type PushMessage = z.infer<typeof pushMessage>

/** Extension `push`: one subscription a session, whose browser is told even while no page of the app is open. */
export const pushCalls = {
  /** What browsers subscribe with, in base64url (RFC 8292). */
  key: call({
    method: 'GET',
    path: '/push/key',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: z.object({ publicKey: z.string() }),
  }),
  /** Devices of the person who asks, in this workspace. */
  list: call({
    method: 'GET',
    path: '/push/subscriptions',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: listOf(pushDevice),
  }),
  subscribe: call({
    method: 'POST',
    path: '/push/subscriptions',
    signedIn: true,
    tokens: 'none',
    status: 201,
    body: newSubscription,
    answer: subscribedDevice,
  }),
  /** By a service worker, which has no token: its browser has changed its subscription. 404: nobody is told there any more. */
  renew: call({
    method: 'POST',
    path: '/push/renew',
    signedIn: false,
    status: 200,
    body: renewedSubscription,
    answer: ignored,
  }),
  /** The one of the session that asks. */
  end: call({
    method: 'DELETE',
    path: '/push/subscriptions',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: ignored,
  }),
  endOne: call({
    method: 'DELETE',
    path: '/push/subscriptions/:pushId',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: ignored,
  }),
  /** One push to the session that asks, at once. */
  test: call({ method: 'POST', path: '/push/test', signedIn: true, tokens: 'none', status: 200, answer: ignored }),
  /** By a notification, which has no token: snoozes for an hour, as PUT /modes does, or for as long as is snoozed already. */
  snooze: call({
    method: 'POST',
    path: '/push/snooze',
    signedIn: false,
    status: 200,
    body: snoozeLink,
    answer: z.object({ until: isoTime }),
  }),
}
