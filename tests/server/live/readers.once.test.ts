import { describe, expect, test } from 'vitest'
import { readFarMessage } from '../../../server/live/far/far-messages'
import { readMessage } from '../../../server/live/read-message'
import { LIVE_CHUNK_HEAD_BYTES, readChunkHead } from '../../../src/contract/live/live-chunk'
import {
  malformedFarMessage,
  malformedRequest,
  oddChunk,
  rightFarMessages,
  rightRequests,
} from '../../support/live/malformed-live'
import { seededRandom } from '../../support/random'

const MESSAGES = 1_000

describe('what reads the messages of live view (LIVE-29)', () => {
  test('takes what a tab says right, and none of 1,000 malformed messages', () => {
    for (const right of rightRequests) expect(readMessage(JSON.stringify(right))).toEqual(right)
    const random = seededRandom(11)
    const taken = Array.from({ length: MESSAGES }, () => String(malformedRequest(random))).filter(
      (text) => readMessage(text) !== null,
    )
    expect(taken).toEqual([])
  })

  test('takes what another hub says right, and none of 1,000 malformed messages', () => {
    for (const right of rightFarMessages) expect(readFarMessage(Buffer.from(JSON.stringify(right)))).toEqual(right)
    const random = seededRandom(12)
    const taken = Array.from({ length: MESSAGES }, () => Buffer.from(malformedFarMessage(random))).filter(
      (message) => readFarMessage(message) !== null,
    )
    expect(taken.map(String)).toEqual([])
  })

  test('reads the head of a chunk alone: key or not, when, and something behind it', () => {
    const random = seededRandom(13)
    const read = Array.from({ length: MESSAGES }, () => oddChunk(random)).map((chunk) => ({
      chunk,
      head: readChunkHead(chunk),
    }))
    const taken = read.flatMap(({ chunk, head }) => (head === null ? [] : [{ chunk, head }]))
    for (const { chunk, head } of taken) {
      expect(chunk.length).toBeGreaterThan(LIVE_CHUNK_HEAD_BYTES)
      expect([head.type, Number.isFinite(head.takenAtMs)]).toEqual([chunk[0] === 1 ? 'key' : 'delta', true])
      expect([1, 2]).toContain(chunk[0])
    }
    // Both happen.
    expect([taken.length > 20, MESSAGES - taken.length > 20]).toEqual([true, true])
  })
})
