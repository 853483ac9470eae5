import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MOST_WAITING_BYTES } from '../../../server/live/relay'
import type { RelayFormat } from '../../../src/contract/live/live'
import { type ChunkType, readChunkHead } from '../../../src/contract/live/live-chunk'
import { addCamera } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { type LiveTab, lookThrough, openCamera, openTab } from '../support/live'

const KB = 1024
const format: RelayFormat = { codec: 'vp8', width: 640, height: 360 }

let hub: TestHub
let ann: SignedInUser
let cameraId: string
let origin: string
let camera: LiveTab
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  origin = await hub.listen()
  camera = await openCamera(origin, ann, cameraId)
})
afterEach(() => hub.close())

/** A viewer who wants the relay. */
async function relayViewer(): Promise<{ tab: LiveTab; viewingId: string }> {
  const tab = await openTab(origin, ann)
  const viewingId = await lookThrough(tab, camera, cameraId)
  tab.send({ kind: 'relay', viewingId, isWanted: true })
  await tab.settled()
  return { tab, viewingId }
}

/** A camera that was asked for the relay, and said what it sends. */
async function begun(): Promise<number> {
  const { relayId } = await camera.hears('relay-begin')
  camera.send({ kind: 'relay-format', relayId, format })
  return relayId
}

let takenAtMs = 0
function film(relayId: number, type: ChunkType, sizeBytes = KB, tab = camera): number {
  takenAtMs += 1
  tab.sendChunk({ type, relayId, takenAtMs }, sizeBytes)
  return takenAtMs
}

/** What a viewer was shown: type and time of each chunk. */
const shown = (tab: LiveTab) =>
  tab.chunks.map((chunk) => {
    const head = readChunkHead(chunk)
    return `${head?.type} ${head?.takenAtMs}`
  })

test('the first viewer begins a relay, the last one ends it (LIVE-32)', async () => {
  const first = await relayViewer()
  const relayId = await begun()
  const second = await relayViewer()
  expect(new Set(camera.all('relay-begin').map((news) => news.relayId))).toEqual(new Set([relayId]))
  first.tab.send({ kind: 'relay', viewingId: first.viewingId, isWanted: false })
  await first.tab.settled()
  await camera.settled()
  expect(camera.all('relay-end')).toEqual([])
  second.tab.socket.terminate()
  expect(await camera.hears('relay-end')).toEqual({ kind: 'relay-end', relayId })
  // The next one is another.
  await relayViewer()
  await camera.hears('relay-begin', (news) => news.relayId !== relayId)
})

test('chunks reach those who want them byte for byte, after the format (LIVE-32)', async () => {
  const { tab, viewingId } = await relayViewer()
  const direct = await openTab(origin, ann)
  await lookThrough(direct, camera, cameraId)
  const relayId = await begun()
  const key = film(relayId, 'key', 5 * KB)
  const delta = film(relayId, 'delta')
  await vi.waitFor(() => expect(shown(tab)).toEqual([`key ${key}`, `delta ${delta}`]))
  expect(tab.chunks[0]?.byteLength).toBe(5 * KB + 16)
  expect(tab.all('relay-format')).toEqual([{ kind: 'relay-format', viewingId, relayId, format }])
  expect(direct.chunks).toEqual([])
})

test('a later viewer gets the format, asks for a key frame, and begins with it (LIVE-33)', async () => {
  const first = await relayViewer()
  const relayId = await begun()
  film(relayId, 'key')
  await vi.waitFor(() => expect(first.tab.chunks).toHaveLength(1))
  const asked = camera.all('relay-begin').length
  const late = await relayViewer()
  expect(await late.tab.hears('relay-format')).toMatchObject({ viewingId: late.viewingId, relayId, format })
  await camera.hears('relay-begin', () => camera.all('relay-begin').length > asked)
  film(relayId, 'delta')
  const key = film(relayId, 'key')
  const delta = film(relayId, 'delta')
  await vi.waitFor(() => expect(first.tab.chunks).toHaveLength(4))
  expect(shown(late.tab)).toEqual([`key ${key}`, `delta ${delta}`])
})

test('however many come, a camera is asked for a key frame at most twice a second (LIVE-33)', async () => {
  for (let count = 0; count < 12; count++) {
    const tab = await openTab(origin, ann)
    tab.send({ kind: 'relay', viewingId: await lookThrough(tab, camera, cameraId), isWanted: true })
  }
  const atMs = performance.now()
  await wait(1_200)
  await camera.settled()
  const seconds = (performance.now() - atMs) / 1_000
  // The last to come is not forgotten.
  expect(camera.all('relay-begin').length).toBeGreaterThan(1)
  // They took a while to come.
  expect(camera.all('relay-begin').length).toBeLessThanOrEqual(2 * (seconds + 2))
})

test('a new format begins with a key frame for everybody (LIVE-33)', async () => {
  const { tab } = await relayViewer()
  const relayId = await begun()
  film(relayId, 'key')
  const smaller = { ...format, width: 320, height: 180 }
  camera.send({ kind: 'relay-format', relayId, format: smaller })
  film(relayId, 'delta')
  const key = film(relayId, 'key')
  await vi.waitFor(() => expect(shown(tab).at(-1)).toBe(`key ${key}`))
  expect(tab.chunks).toHaveLength(2)
  expect(tab.all('relay-format').map((news) => news.format)).toEqual([format, smaller])
})

test('chunks of a relay that is another tab’s, or over, reach nobody (LIVE-34)', async () => {
  const { tab } = await relayViewer()
  const relayId = await begun()
  const thief = await openTab(origin, ann)
  thief.send({ kind: 'relay-format', relayId, format: { ...format, codec: 'forged' } })
  film(relayId, 'key', KB, thief)
  film(relayId + 1, 'key', KB, thief)
  await thief.settled()
  film(relayId + 1, 'key')
  const key = film(relayId, 'key')
  await vi.waitFor(() => expect(shown(tab)).toEqual([`key ${key}`]))
  expect(tab.all('relay-format')).toHaveLength(1)
  expect(thief.socket.readyState).toBe(thief.socket.OPEN)
})

/** What the hub holds for its sockets, and no client has taken. */
const heldBytes = () => [...hub.fastify.websocketServer.clients].map(({ bufferedAmount }) => bufferedAmount)

/** Until the hub holds nothing for those who read. */
const drained = (stillHeld: number) =>
  vi.waitFor(() => expect(heldBytes().filter((bytes) => bytes > 0)).toHaveLength(stillHeld), 10_000)

test('50 look and ten of them never read: the hub holds a bounded heap, the others miss nothing (LIVE-35)', {
  timeout: 60_000,
}, async () => {
  const tabs: LiveTab[] = []
  for (let count = 0; count < 50; count++) tabs.push((await relayViewer()).tab)
  const [deaf, reading] = [tabs.slice(0, 10), tabs.slice(10)]
  for (const { socket } of deaf) socket.pause()
  const relayId = await begun()
  const sent: string[] = []
  // 14 MB for each: more than what a machine's own buffers take.
  for (let group = 0; group < 14; group++) {
    for (let frame = 0; frame < 10; frame++) {
      const type = frame === 0 ? 'key' : 'delta'
      sent.push(`${type} ${film(relayId, type, 100 * KB)}`)
      await vi.waitFor(() => expect(reading.filter(({ chunks }) => chunks.length < sent.length)).toEqual([]), {
        timeout: 10_000,
        interval: 2,
      })
      // One chunk may come on top of the bound.
      expect(Math.max(...heldBytes())).toBeLessThan(MOST_WAITING_BYTES + 101 * KB)
    }
  }
  await drained(10)
  for (const tab of reading) expect(shown(tab)).toEqual(sent)
  for (const tab of deaf) tab.socket.terminate()
})

test('a viewer that reads again goes on with a key frame, and sees none that builds on one it missed (LIVE-35)', {
  timeout: 60_000,
}, async () => {
  const { tab } = await relayViewer()
  const relayId = await begun()
  const sent: string[] = []
  for (let round = 0; round < 2; round++) {
    tab.socket.pause()
    for (let frame = 0; frame < 150; frame++) {
      const type = frame % 8 === 0 ? 'key' : 'delta'
      sent.push(`${type} ${film(relayId, type, 100 * KB)}`)
      if (frame % 8 === 0) await camera.settled()
    }
    await camera.settled()
    tab.socket.resume()
    await drained(0)
    for (const type of ['delta', 'key', 'delta'] as const) sent.push(`${type} ${film(relayId, type)}`)
    await vi.waitFor(() => expect(shown(tab).at(-1)).toBe(sent.at(-1)), 10_000)
  }
  const seen = shown(tab)
  expect(seen.length).toBeLessThan(sent.length - 20)
  for (const [index, chunk] of seen.entries())
    if (chunk.startsWith('delta')) expect(seen[index - 1]).toBe(sent[sent.indexOf(chunk) - 1])
})

test('counts viewings and what it hands on (OPS-01)', async () => {
  const seriesOf = async (name: string) => {
    const { body } = await hub.fastify.inject({ url: '/metrics' })
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
  }
  const first = await relayViewer()
  const second = await relayViewer()
  const relayId = await begun()
  film(relayId, 'key')
  await vi.waitFor(() => expect([first, second].map(({ tab }) => tab.chunks.length)).toEqual([1, 1]))
  expect(await seriesOf('nightjar_live_viewings')).toBe(2)
  expect(await seriesOf('nightjar_live_relay_bytes_total')).toBe(2 * (KB + 16))
  await first.tab.leave()
  await camera.hears('end')
  expect(await seriesOf('nightjar_live_viewings')).toBe(1)
})
