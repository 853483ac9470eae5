import { beforeEach, expect, it } from 'vitest'
import { LiveSocket, type Socket } from '../../src/api/live-socket'
import { type ManualClock, manualClock } from '../support/manual-clock'

/** Of a camera whose pictures wait on a slow line. */
const CHUNK_BYTES = 60_000

let clock: ManualClock
let line: Line
let socket: LiveSocket
let lostAtMs: number | null

/** A browser's socket by hand: what is sent waits in it until a test has it leave. */
class Line implements Socket {
  binaryType: BinaryType = 'arraybuffer'
  readonly readyState = 1
  bufferedAmount = 0
  readonly #hear = new Map<string, (event: never) => void>()

  addEventListener(kind: string, hear: unknown): void {
    this.#hear.set(kind, hear as (event: never) => void)
  }
  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    if (typeof data === 'string') this.bufferedAmount += data.length
    else if ('byteLength' in data) this.bufferedAmount += data.byteLength
  }
  close(): void {}
  say(news: object): void {
    this.#hear.get('message')?.({ data: JSON.stringify(news) } as never)
  }
}

beforeEach(() => {
  clock = manualClock()
  lostAtMs = null
  const begunMs = clock.nowMs()
  socket = new LiveSocket(
    {
      open: () => {
        line = new Line()
        return line
      },
      session: () => ({ token: 'token', refreshToken: null, workspaceId: null }),
      renewToken: async () => undefined,
      after: clock.after,
      nowMs: clock.nowMs,
      random: () => 0.5,
    },
    {
      onOpen: () => undefined,
      onNews: () => undefined,
      onChunk: () => undefined,
      onGone: () => {
        lostAtMs = clock.nowMs() - begunMs
      },
    },
  )
  line.say({ kind: 'welcome', iceServers: [] })
  line.bufferedAmount = 0
  socket.watch()
})

/** What leaves the line in each of so many seconds; the camera's next pictures come in its place. */
async function pass(seconds: number, leavingBytes: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await clock.advance(1_000)
    line.bufferedAmount -= leavingBytes
    socket.sendChunk(new Uint8Array(leavingBytes))
  }
}

it('is kept while pictures that wait in it leave: the answer waits behind them (LIVE-96)', async () => {
  socket.sendChunk(new Uint8Array(CHUNK_BYTES))
  await pass(13, 10)
  expect(lostAtMs).toBeNull()
  line.say({ kind: 'ping' })
  await pass(13, 10)
  expect(lostAtMs).toBeNull()
})

it('is given up in the end all the same where no answer comes (LIVE-96)', async () => {
  socket.sendChunk(new Uint8Array(CHUNK_BYTES))
  await pass(20, 10)
  expect(lostAtMs).toBe(14_000)
})

it('is given up as soon as ever where none of what waits leaves (LIVE-96)', async () => {
  socket.sendChunk(new Uint8Array(CHUNK_BYTES))
  await pass(4, 0)
  expect(lostAtMs).toBeNull()
  await pass(1, 0)
  expect(lostAtMs).toBe(5_000)
})

it('is given up once none leaves any more (LIVE-96)', async () => {
  socket.sendChunk(new Uint8Array(CHUNK_BYTES))
  await pass(4, 10)
  await pass(6, 0)
  expect(lostAtMs).toBe(8_000)
})

it('is given up as soon as ever where little waits: the system takes that on a dead line, too (LIVE-96)', async () => {
  const sendNext = () => {
    line.bufferedAmount = 0
    socket.sendChunk(new Uint8Array(5_000))
    clock.after(100, sendNext)
  }
  sendNext()
  await pass(6, 0)
  expect(lostAtMs).toBe(5_000)
})
