import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runFlatOut, runLoad, specifiedPace } from '../../bench/hub/load'

let folder: string
let server: Server
const asked: string[] = []

beforeEach(async () => {
  asked.length = 0
  folder = await mkdtemp(join(tmpdir(), 'nightjar-load-'))
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    request.resume()
    request.on('end', () => answer(request.url ?? '', response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

function answer(url: string, response: ServerResponse): void {
  setTimeout(() => response.writeHead(...answerTo(url)).end(), url.includes('slow') ? 300 : 0)
}

function answerTo(url: string): [number, Record<string, string>] {
  if (url.includes('busy')) return [503, { 'retry-after': '7' }]
  return [url.includes('broken') ? 500 : url.includes('mute') ? 503 : 201, {}]
}

const cameraOf = (cameraId: string) => ({ token: 't', workspaceId: 'w', cameraId })

test('sends what cameras send, each at its moment, writes a clip beside the hub, and leaves nothing on its disk', async () => {
  // Listening on a port: the address is of this kind.
  const { port } = server.address() as AddressInfo
  const cameras = ['one', 'two', 'broken'].map(cameraOf)
  const { snapshot, clip, disk } = await runLoad({ port, seconds: 2, cameras, diskFolder: folder, pace: specifiedPace })
  expect(asked.filter((url) => url.endsWith('/videos/upload'))).toHaveLength(1)
  expect(asked.filter((url) => url.includes('/screenshots/'))).toHaveLength(3)
  expect([snapshot.latenciesMs.length, snapshot.failed]).toEqual([2, 1])
  expect([clip.latenciesMs.length, disk.latenciesMs.length]).toEqual([1, 1])
  expect(snapshot.problems).toEqual(['status 500'])
  expect(await readdir(folder)).toEqual([])
})

test('tells those that were refused with a moment to come back from those that failed', async () => {
  const { port } = server.address() as AddressInfo
  const cameras = ['one', 'busy', 'mute', 'broken'].map(cameraOf)
  const pace = { snapshotEveryMs: 100, clipEveryMs: 100_000 }
  const { snapshot } = await runLoad({ port, seconds: 0.1, cameras, diskFolder: folder, pace })
  expect([snapshot.latenciesMs.length, snapshot.failed, snapshot.refused]).toEqual([1, 3, 1])
  expect([...snapshot.problems].sort()).toEqual(['status 500', 'status 503'])
})

test('flat out, snapshots follow one another, and only those that were stored count', async () => {
  const { port } = server.address() as AddressInfo
  const order = { port, seconds: 0.2, diskFolder: folder, pace: specifiedPace }
  const rate = await runFlatOut({ ...order, cameras: [cameraOf('one')] }, 4)
  expect(rate).toBeGreaterThan(asked.length / 0.2 / 2)
  expect(await runFlatOut({ ...order, cameras: [cameraOf('busy')] }, 4)).toBe(0)
})

test('cameras as they are keep to their connection, and leave out what would queue up', async () => {
  const { port } = server.address() as AddressInfo
  const pace = { snapshotEveryMs: 20, clipEveryMs: 100_000, isConnected: true }
  const { snapshot } = await runLoad({ port, seconds: 0.2, cameras: [cameraOf('slow')], diskFolder: folder, pace })
  expect(asked[0]).toBe('/healthz')
  expect([snapshot.latenciesMs.length, snapshot.failed]).toEqual([1, 0])
})
