import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { LiveSocket, type Socket } from '../../src/api/live-socket'
import type { StoredSession } from '../../src/api/token-store'
import { type LiveNews, liveCloseCodes } from '../../src/contract/live/live'
import { openRealSocket } from '../support/live/real-socket'
import { type ManualClock, manualClock } from '../support/manual-clock'

/** Milliseconds that a tab waits after the first loss, the second and so on, where the dice fall in the middle. */
const PAUSES_MS = [300, 600, 1_200, 2_400, 2_500, 2_500]

let server: WebSocketServer
let clock: ManualClock
let dice: number
let session: StoredSession
let socket: LiveSocket
/** What each opening began with. */
let hellos: unknown[]
let renewals: (() => void)[]
let told: string[]
/** Openings of the tab, and those whose end it has heard of. */
let counts: { openings: number; ends: number }
/** What the server does with a tab that said hello. */
let receive: (tab: WebSocket) => void

const welcome = (tab: WebSocket) => tell(tab, { kind: 'welcome', iceServers: [] })
const tell = (tab: WebSocket, news: LiveNews) => tab.send(JSON.stringify(news))
const until = (isSo: () => void) => vi.waitFor(isSo, { timeout: 5_000, interval: 5 })

beforeEach(async () => {
  clock = manualClock()
  dice = 0.5
  session = { token: 'first', refreshToken: null, workspaceId: 'workspace-1' }
  ;[hellos, renewals, told] = [[], [], []]
  // Of this test: those of the one before may end yet.
  const own = { openings: 0, ends: 0 }
  counts = own
  receive = welcome
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (tab) => {
    tab.on('message', (message) => {
      const request = JSON.parse(String(message))
      if (request.kind !== 'hello') return
      hellos.push(request)
      receive(tab)
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  socket = new LiveSocket(
    {
      open: (path, protocol): Socket => {
        const opening = openRealSocket(`ws://127.0.0.1:${port}/v1${path}`, protocol)
        own.openings++
        opening.addEventListener('close', () => own.ends++)
        return opening
      },
      session: () => session,
      renewToken: () => new Promise((resolve) => renewals.push(resolve)),
      after: clock.after,
      nowMs: clock.nowMs,
      random: () => dice,
    },
    {
      onOpen: () => told.push('open'),
      onNews: ({ kind }) => told.push(kind),
      onChunk: () => told.push('chunk'),
      onGone: () => told.push('gone'),
    },
  )
})
afterEach(async () => {
  socket.close()
  for (const tab of server.clients) tab.terminate()
  await new Promise((resolve) => server.close(resolve))
})

/** Milliseconds until the tab, which has lost its line, tries again. */
async function pauseMs(): Promise<number> {
  await until(() => expect([counts.ends, clock.pending().length]).toEqual([counts.openings, 1]))
  return clock.pending()[0] ?? 0
}

/** The line is lost `losses` times, each time as soon as the hub has heard the hello; the pauses after them. */
async function pausesAfter(losses: number): Promise<number[]> {
  receive = (tab) => tab.terminate()
  const pauses: number[] = []
  for (const tab of server.clients) tab.terminate()
  for (let loss = 1; loss <= losses; loss++) {
    pauses.push(await pauseMs())
    await clock.advance(pauses.at(-1) ?? 0)
    await until(() => expect(hellos).toHaveLength(1 + loss))
  }
  return pauses
}

describe('a tab whose line to the hub is lost (LIVE-102)', () => {
  beforeEach(() => until(() => expect(socket.isOpen).toBe(true)))

  it('says who it is on each opening, and that what was under way is gone', async () => {
    for (const tab of server.clients) tab.terminate()
    await clock.advance(await pauseMs())
    await until(() => expect(told).toEqual(['open', 'welcome', 'gone', 'open', 'welcome']))
    expect(hellos).toEqual(Array(2).fill({ kind: 'hello', token: 'first', workspaceId: 'workspace-1' }))
  })

  it('waits twice as long after each loss, up to a limit, and briefly again after one that was welcomed', async () => {
    expect(await pausesAfter(PAUSES_MS.length)).toEqual(PAUSES_MS)
    receive = welcome
    await clock.advance(await pauseMs())
    await until(() => expect(socket.isOpen).toBe(true))
    for (const tab of server.clients) tab.terminate()
    expect(await pauseMs()).toBe(PAUSES_MS[0])
  })

  it.each([
    { falls: 0, part: 0.5 },
    { falls: 0.75, part: 1.25 },
  ])('waits up to a half more or less, by its own dice: $falls', async ({ falls, part }) => {
    dice = falls
    expect(await pausesAfter(5)).toEqual(PAUSES_MS.slice(0, 5).map((ms) => ms * part))
  })

  it('hands on what comes over the next line, and nothing of the one before', async () => {
    const [before] = server.clients
    before?.terminate()
    await clock.advance(await pauseMs())
    await until(() => expect(socket.isOpen).toBe(true))
    told.length = 0
    const [now] = server.clients
    now?.send(Buffer.from([1, 2, 3]))
    if (now !== undefined) tell(now, { kind: 'presence', cameras: [] })
    await until(() => expect(told).toEqual(['chunk', 'presence']))
    expect(socket.send({ kind: 'ping' })).toBe(true)
  })

  it('sends nothing meanwhile, and keeps nothing for later', async () => {
    for (const tab of server.clients) tab.terminate()
    await pauseMs()
    expect([socket.send({ kind: 'ping' }), socket.sendChunk(new Uint8Array(1))]).toEqual([false, false])
  })

  it('opens none any more once it is closed', async () => {
    for (const tab of server.clients) tab.terminate()
    await pauseMs()
    socket.close()
    await clock.advance(60_000)
    expect([hellos.length, clock.pending()]).toEqual([1, []])
  })
})

describe('a tab whose token the hub does not take (LIVE-102)', () => {
  beforeEach(async () => {
    await until(() => expect(socket.isOpen).toBe(true))
    receive = (tab) => tab.close(liveCloseCodes.notAllowed, 'Sign in again.')
    for (const tab of server.clients) tab.close(liveCloseCodes.notAllowed)
    await until(() => expect(renewals).toHaveLength(1))
  })

  it('has it renewed before it tries again, with the new one', async () => {
    await clock.advance(60_000)
    expect([hellos.length, clock.pending()]).toEqual([1, []])
    session = { ...session, token: 'second' }
    receive = welcome
    renewals[0]?.()
    await clock.advance(await pauseMs())
    await until(() => expect(socket.isOpen).toBe(true))
    expect(hellos.at(-1)).toMatchObject({ token: 'second' })
  })

  it('does not run the hub over where the new one is not taken either', async () => {
    const pauses: number[] = []
    for (let renewal = 0; renewal < 3; renewal++) {
      await until(() => expect(renewals).toHaveLength(renewal + 1))
      renewals[renewal]?.()
      pauses.push(await pauseMs())
      await clock.advance(pauses.at(-1) ?? 0)
    }
    await until(() => expect(renewals).toHaveLength(4))
    expect(pauses).toEqual(PAUSES_MS.slice(0, 3))
  })

  it('opens none after it was closed while that was under way', async () => {
    socket.close()
    renewals[0]?.()
    await clock.advance(60_000)
    expect([hellos.length, clock.pending()]).toEqual([1, []])
  })
})
