import type { PushMessage, SnoozeLink } from '../contract/notifications/push'
import { jsonIn } from '../lib/json'
import { fieldOf, textIn } from './read-json'
import { appRoutes } from './requests'

/** What of the browser a notification takes; it leaves out what it does not know. */
export interface ShownNotification {
  readonly body: string
  readonly tag: string
  /** Rings again where one of the same is shown already. */
  readonly renotify: boolean
  readonly timestamp: number
  readonly icon: string
  readonly badge: string
  readonly image?: string
  readonly actions: readonly { readonly action: string; readonly title: string }[]
  readonly data: NotificationData
}

/** What a press on it needs. */
export interface NotificationData {
  readonly path: string
  readonly tag: string
  readonly snooze: SnoozeLink | null
}

/** A tab of this hub. */
export interface HubWindow {
  /** Where it was opened. Screens of the app alone listen to the worker: no page of a share, no film, no picture. */
  readonly path: string
  readonly isVisible: boolean
  /** Comes to the front and shows a screen, without loading the page anew: it may be a camera. Rejects where it cannot. */
  show(path: string): Promise<void>
}

/** What the worker's scope gives. */
export interface PushPorts {
  show(title: string, notification: ShownNotification): Promise<void>
  windows(): Promise<readonly HubWindow[]>
  openWindow(path: string): Promise<void>
  /** Sends JSON to the hub and resolves to its answer; rejects when none comes in time. */
  post(path: string, body: object): Promise<{ readonly isOk: boolean; readonly json: unknown }>
  nowMs(): number
}

const SNOOZE_PATH = '/v1/push/snooze'

/** What is shown of a push that cannot be read: browsers take the permission from sites that show nothing. */
const UNREADABLE: PushMessage = {
  title: 'Nightjar',
  body: 'A camera has something to tell. Open Nightjar to see it.',
  path: '/events',
  tag: 'unreadable',
  at: '',
  picture: null,
  snooze: null,
}

/** Shows what a push says (PUSH-12). */
export async function showPush(ports: PushPorts, text: string): Promise<void> {
  const { title, body, path, tag, at, picture, snooze } = messageIn(text) ?? UNREADABLE
  const atMs = Date.parse(at)
  await ports.show(title, {
    ...frame,
    body,
    tag,
    timestamp: Number.isNaN(atMs) ? ports.nowMs() : atMs,
    ...(picture !== null && isPath(picture) && { image: picture }),
    actions: [
      { action: 'open', title: 'Open' },
      ...(snooze === null ? [] : [{ action: 'snooze', title: 'Snooze 1 h' }]),
    ],
    data: { path: isPath(path) ? path : UNREADABLE.path, tag, snooze },
  })
}

const frame = { renotify: true, icon: '/icon-192.png', badge: '/icon-192.png' } as const

/** A press on a notification, or on one of its buttons (PUSH-12). */
export async function pressed(ports: PushPorts, action: string, data: NotificationData): Promise<void> {
  if (action === 'snooze' && data.snooze !== null) return snooze(ports, data, data.snooze)
  const screens = (await ports.windows()).filter(({ path }) => appRoutes.has(path))
  const inFront = screens.find(({ isVisible }) => isVisible) ?? screens[0]
  if (inFront === undefined) return ports.openWindow(data.path)
  await inFront.show(data.path).catch(() => ports.openWindow(data.path))
}

const NO_ANSWER = 'The hub does not answer. Open Nightjar once it does, and snooze there.'

/** Says what came of it in the place of the notification: nobody else would. */
async function snooze(ports: PushPorts, data: NotificationData, link: SnoozeLink): Promise<void> {
  const { title, body } = await ports.post(SNOOZE_PATH, link).then(
    ({ isOk, json }) => (isOk ? snoozedWords(json, ports.nowMs()) : notSnoozedWords(textIn(json, 'message'))),
    () => notSnoozedWords(NO_ANSWER),
  )
  await ports.show(title, {
    ...frame,
    body,
    // What it says is no news to whoever has just pressed.
    renotify: false,
    tag: data.tag,
    timestamp: ports.nowMs(),
    actions: [{ action: 'open', title: 'Open' }],
    data: { path: '/modes', tag: data.tag, snooze: null },
  })
}

/** One that was there already may end tomorrow: its time alone would read as today's. */
function snoozedWords(json: unknown, nowMs: number): { title: string; body: string } {
  const until = new Date(textIn(json, 'until'))
  // The hub says that always: this is the word of what stands before it (EXT-01).
  if (Number.isNaN(until.getTime())) return notSnoozedWords(NO_ANSWER)
  const time = until.toLocaleTimeString(undefined, { ...dayOf(until, nowMs), hour: '2-digit', minute: '2-digit' })
  return { title: 'Notifications are snoozed', body: `Nothing is told until ${time}. Press to end it early.` }
}

function dayOf(until: Date, nowMs: number): { readonly weekday?: 'long' } {
  return until.toDateString() === new Date(nowMs).toDateString() ? {} : { weekday: 'long' }
}

function notSnoozedWords(why: string): { title: string; body: string } {
  return { title: 'Not snoozed', body: why || 'Open Nightjar and snooze there.' }
}

/** null: it is none of ours. */
function messageIn(text: string): PushMessage | null {
  const json = jsonIn(text)
  const [title, body, path, tag] = ['title', 'body', 'path', 'tag'].map((name) => textIn(json, name))
  if (!title || body === undefined || path === undefined || !tag) return null
  return {
    title,
    body,
    path,
    tag,
    at: textIn(json, 'at'),
    picture: textIn(json, 'picture') || null,
    snooze: snoozeIn(fieldOf(json, 'snooze')),
  }
}

function snoozeIn(json: unknown): SnoozeLink | null {
  const link = { id: textIn(json, 'id'), expires: textIn(json, 'expires'), signature: textIn(json, 'signature') }
  return link.id === '' ? null : link
}

/** Of this hub, and of nobody else. */
function isPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text)
}
