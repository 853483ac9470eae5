import type { FarMessage } from '../../../server/live/far/far-messages'
import type { LiveNews, LiveRequest } from '../../../src/contract/live/live'
import { writeChunk } from '../../../src/contract/live/live-chunk'
import { OFFER, size } from '../../server/support/live'
import type { Random } from '../random'

const viewingId = '00000000-0000-4000-8000-000000000001'
const looking = { hub: 'hub-2', workspaceId: 'w', lineId: 'l' }
const format = { codec: 'vp8', width: 1, height: 1 }

/** Each of them right. */
export const rightRequests: readonly LiveRequest[] = [
  { kind: 'hello', token: 't', workspaceId: null },
  { kind: 'cameras', cameraIds: ['a'] },
  { kind: 'view', viewingId, cameraId: 'a', size, offer: OFFER },
  { kind: 'answer', viewingId, sdp: OFFER },
  { kind: 'candidate', viewingId, candidate: { candidate: 'c' } },
  { kind: 'relay', viewingId, isWanted: true },
  { kind: 'relay-format', relayId: 1, format },
  { kind: 'act', viewingId, act: 'record' },
  { kind: 'end', viewingId, reason: 'left' },
]

const rightNews: readonly LiveNews[] = [
  { kind: 'relay-begin', cameraId: 'a', relayId: 1 },
  { kind: 'offer', viewingId, sdp: OFFER },
  { kind: 'end', viewingId, reason: 'left' },
]

export const rightFarMessages: readonly FarMessage[] = [
  { kind: 'beat', hub: 'hub-2' },
  { kind: 'changed', hub: 'hub-2', workspaceId: 'w', cameraId: 'a' },
  {
    kind: 'room',
    hub: 'hub-2',
    state: {
      workspaceId: 'w',
      lines: [{ id: 'l', cameraIds: ['a'] }],
      viewed: [{ cameraId: 'a', viewers: [{ viewingId, who: 'ann', isListening: false, isTalking: false }] }],
      sirens: [{ cameraId: 'a', by: 'ann' }],
    },
  },
  ...rightNews.map((news): FarMessage => ({ kind: 'tell', ...looking, news })),
  ...rightRequests.map((request): FarMessage => ({ kind: 'said', ...looking, request })),
]

/** Of no type that a field has. */
const WRONG = [[[]]]

function pick<T>(random: Random, list: readonly T[]): T {
  const picked = list[random.between(0, list.length - 1)]
  if (picked === undefined) throw new Error('There is nothing to pick.')
  return picked
}

/** A value with one thing wrong somewhere within it. */
function broken(random: Random, value: unknown): unknown {
  if (Array.isArray(value)) return [broken(random, value[0])]
  if (typeof value !== 'object' || value === null) return WRONG
  const [key, inner] = pick(random, Object.entries(value))
  return { ...value, [key]: broken(random, inner) }
}

/** A right message with something wrong in it, or none at all. */
function malformed(random: Random, right: readonly object[]): string | Buffer {
  switch (random.between(0, 4)) {
    case 0:
      // Nor a chunk, which begins with 1 or 2.
      return Buffer.from([random.between(3, 255), ...random.bytes(random.between(0, 200))])
    case 1:
      return JSON.stringify(pick(random, right)).slice(0, -random.between(1, 10))
    case 2:
      return pick(random, ['null', '[]', '{}', '{"kind":"constructor"}', '"hello"', '['.repeat(60_000)])
    case 3:
      return JSON.stringify(broken(random, pick(random, right)))
    default: {
      // No other kind has all of its fields.
      const kinds = ['ping ', 'viewing', '__proto__', null, 1e9, '', [], {}, 'x'.repeat(70_000), 'a\0b', '\0', true]
      return JSON.stringify({ ...pick(random, right), kind: pick(random, kinds) })
    }
  }
}

/** What no tab that keeps to the contract sends. */
export const malformedRequest = (random: Random) => malformed(random, rightRequests)

/** What no hub that keeps to the contract tells another. */
export const malformedFarMessage = (random: Random) => malformed(random, rightFarMessages)

/** A chunk whose head may be right in part, or all of it random. */
export function oddChunk(random: Random): Uint8Array {
  if (random.between(0, 3) === 0) return random.bytes(random.between(1, 60))
  const takenAtMs = pick(random, [1_000, Number.NaN, Number.POSITIVE_INFINITY, -1e300])
  const chunk = writeChunk({ type: 'key', relayId: random.between(0, 1e9), takenAtMs }, random.between(0, 20))
  chunk[0] = random.between(0, 4)
  return chunk.subarray(0, random.between(0, chunk.length))
}
