import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payloadOf } from '../../server/notifications/push/push-message'
import { createSnoozeLinks } from '../../server/notifications/push/snooze-links'
import { loadKeys } from '../../server/storage/secret'
import type { PushMessage } from '../../src/contract/notifications/push'
import {
  type HubWindow,
  type NotificationData,
  type PushPorts,
  pressed,
  type ShownNotification,
  showPush,
} from '../../src/service-worker/push'
import { startTestHub, type TestHub } from '../server/support/hub'

const NOW_MS = Date.parse('2026-03-10T12:00:00.000Z')
const message: PushMessage = {
  title: 'Person at Door',
  body: 'A person was seen at Door (Hall).',
  path: '/events',
  tag: 'incident-1',
  at: '2026-03-10T11:59:00.000Z',
  picture: '/media/a.jpg?expires=1&signature=x',
  snooze: { id: 'd', expires: '1', signature: 's' },
}

interface Scope extends PushPorts {
  readonly shown: (ShownNotification & { readonly title: string })[]
  readonly opened: string[]
  tabs: HubWindow[]
}

/** A browser's worker: what it shows and opens is written down, what it posts reaches the real hub. */
function scope(post: PushPorts['post'] = () => Promise.reject(new Error('no network'))): Scope {
  const fake: Scope = {
    shown: [],
    opened: [],
    tabs: [],
    show: async (title, notification) => void fake.shown.push({ title, ...notification }),
    windows: async () => fake.tabs,
    openWindow: async (path) => void fake.opened.push(path),
    post,
    nowMs: () => NOW_MS,
  }
  return fake
}

let ports: Scope
beforeEach(() => {
  ports = scope()
})
const show = (said: object = message) => showPush(ports, JSON.stringify(said))
const last = () => ports.shown.at(-1)

test('shows words, time, picture and both buttons of a push, in the place of the one before of its incident (PUSH-12)', async () => {
  await showPush(ports, payloadOf(message).toString())
  expect(last()).toMatchObject({
    title: 'Person at Door',
    body: 'A person was seen at Door (Hall).',
    tag: 'incident-1',
    renotify: true,
    timestamp: NOW_MS - 60_000,
    image: '/media/a.jpg?expires=1&signature=x',
    actions: [
      { action: 'open', title: 'Open' },
      { action: 'snooze', title: 'Snooze 1 h' },
    ],
  })
})

test('a test push has no snooze, and one without a picture none (PUSH-12)', async () => {
  await show({ ...message, picture: null, snooze: null })
  expect(last()?.actions).toEqual([{ action: 'open', title: 'Open' }])
  expect(last()).not.toHaveProperty('image')
})

test.each(['', '{', 'null', '[]', '{"title":""}', '{"title":1,"tag":2}'])(
  'what cannot be read (%j) is shown as something to look at: a site that shows nothing loses its permission (PUSH-12)',
  async (text) => {
    await showPush(ports, text)
    expect(last()).toMatchObject({ title: 'Nightjar', data: { path: '/events', snooze: null } })
  },
)

test.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)', ''])(
  'opens screens of the hub alone, never %j (PUSH-12)',
  async (path) => {
    await show({ ...message, path, picture: path })
    expect(last()?.data.path).toBe('/events')
    expect(last()).not.toHaveProperty('image')
  },
)

describe('a press', () => {
  let shown: string[]
  let data: NotificationData
  const tab = (at: string, isVisible: boolean): HubWindow => ({
    path: at,
    isVisible,
    show: async (path) => void shown.push(`${at} shows ${path}`),
  })
  beforeEach(async () => {
    shown = []
    await show()
    data = (last() as ShownNotification).data
  })

  test('shows the screen in the tab that is in front, without loading it anew, else in a new one (PUSH-12)', async () => {
    await pressed(ports, '', data)
    expect(ports.opened).toEqual(['/events'])
    ports.tabs = [tab('/cameras', false), tab('/modes', true)]
    await pressed(ports, 'open', data)
    expect(shown).toEqual(['/modes shows /events'])
    ports.tabs = [{ ...tab('/modes', true), show: () => Promise.reject(new Error('not allowed')) }]
    await pressed(ports, 'open', data)
    expect(ports.opened).toEqual(['/events', '/events'])
  })

  test.each(['/s/token', '/plans/1', '/media/a.jpg', '/healthz'])(
    'shows nothing in a tab at %s, which is no screen and hears no worker (PUSH-12)',
    async (path) => {
      ports.tabs = [tab(path, true), tab('/cameras', false)]
      await pressed(ports, '', data)
      expect([shown, ports.opened]).toEqual([['/cameras shows /events'], []])
      ports.tabs = [tab(path, true)]
      await pressed(ports, '', data)
      expect([shown.length, ports.opened]).toEqual([1, ['/events']])
    },
  )
})

test('a snooze that the hub did not hear says so (PUSH-10)', async () => {
  await show()
  await pressed(ports, 'snooze', (last() as ShownNotification).data)
  expect(last()).toMatchObject({ title: 'Not snoozed', tag: 'incident-1', data: { path: '/modes' } })
  expect(last()?.body).toContain('The hub does not answer')
})

test('what stands before the hub snoozes nothing, whatever it answers (PUSH-10)', async () => {
  // As a page to sign in at a proxy, which is no JSON.
  ports = scope(async () => ({ isOk: true, json: null }))
  await show()
  await pressed(ports, 'snooze', (last() as ShownNotification).data)
  expect(last()).toMatchObject({ title: 'Not snoozed', body: expect.stringContaining('The hub does not answer') })
})

test('a notification of before, without a link to snooze by, opens its screen (PUSH-10)', async () => {
  await pressed(ports, 'snooze', { path: '/events', tag: 't', snooze: null })
  expect(ports.opened).toEqual(['/events'])
})

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

test('says in the hub’s words why it would not snooze (PUSH-10)', async () => {
  ports = scope(async (path, body) => {
    const answer = await hub.fastify.inject({ method: 'POST', url: path, payload: body })
    return { isOk: answer.statusCode === 200, json: answer.json() }
  })
  const snoozes = createSnoozeLinks((await loadKeys(hub.dataDir)).snoozeLink, hub.clock)
  await show({ ...message, snooze: { ...snoozes.sign('nobody'), signature: 'forged' } })
  await pressed(ports, 'snooze', (last() as ShownNotification).data)
  expect(last()?.body).toBe('This notification is too old to snooze from. Open Nightjar and snooze there.')
})

test('says until when it is quiet (PUSH-10)', async () => {
  const until = '2026-03-10T13:00:00.000Z'
  ports = scope(async () => ({ isOk: true, json: { until } }))
  await show()
  await pressed(ports, 'snooze', (last() as ShownNotification).data)
  const time = new Date(until).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  expect(last()).toMatchObject({ title: 'Notifications are snoozed', renotify: false, data: { path: '/modes' } })
  expect(last()?.body).toContain(`until ${time}`)
})

test('names the day where a snooze that was there already ends on another (PUSH-10)', async () => {
  const until = '2026-03-11T20:00:00.000Z'
  ports = scope(async () => ({ isOk: true, json: { until } }))
  await show()
  await pressed(ports, 'snooze', (last() as ShownNotification).data)
  expect(last()?.body).toContain(new Date(until).toLocaleDateString(undefined, { weekday: 'long' }))
})
