import { describe, expect, it, test } from 'vitest'
import { type Crowd, crowdBars, crowdRows, memoryBar } from '../../bench/live/crowd/crowd-figures'
import { RelayedFilm } from '../../bench/live/crowd/relayed-film'
import { unsentIn } from '../../bench/live/crowd/unsent'
import type { Bar } from '../../bench/report'
import { readChunkHead } from '../../src/contract/live/live-chunk'

/** Relay and kind of what is sent of the next picture. */
const sentBy = (film: RelayedFilm) =>
  film.next(0).map((chunk) => {
    const head = readChunkHead(chunk)
    return [head?.relayId, head?.type]
  })
const begin = (film: RelayedFilm, relayId: number) => film.hear({ kind: 'relay-begin', cameraId: 'c', relayId })

test('the camera of a crowd sends into every relay that the hub begins, so that one too many is seen (BENCH-12)', () => {
  const film = new RelayedFilm()
  expect(sentBy(film)).toEqual([])
  expect(begin(film, 1)).toMatchObject({ kind: 'relay-format', relayId: 1 })
  expect([sentBy(film), sentBy(film)]).toEqual([[[1, 'key']], [[1, 'delta']]])
  begin(film, 2)
  const both = [1, 2].map((relayId) => [relayId, 'key'])
  expect(sentBy(film)).toEqual(both)
  // The same once more asks for a key frame.
  expect(begin(film, 2)).toBeNull()
  expect(sentBy(film)).toEqual(both)
  film.hear({ kind: 'relay-end', relayId: 1 })
  expect(sentBy(film)).toEqual([[2, 'delta']])
})

describe('what many viewers take of a hub (BENCH-12)', () => {
  const crowd: Crowd = {
    viewers: 50,
    deaf: 10,
    restMb: 100,
    mostMb: 120,
    keptKb: 200,
    hubPercent: 5,
    uploadOneKbps: 60,
    uploadAllKbps: 61,
    leastReadPercent: 100,
  }
  const isMet = (bar: Bar | null) => bar && ('most' in bar ? bar.value <= bar.most : bar.value >= bar.least)
  const areMet = (differing: Partial<Crowd>) => {
    const measured = { ...crowd, ...differing }
    return [memoryBar(measured), ...crowdBars(measured)].map(isMet)
  }

  it('is told in rows, and against the bars: its memory, what the camera sends, and what readers get', () => {
    expect(crowdRows(crowd).map(({ case: of, metric, value }) => [of, metric, value])).toContainEqual([
      'viewers-50',
      'upload-all',
      61,
    ])
    expect(areMet({})).toEqual([true, true, true, true, true])
    expect(areMet({ mostMb: 131 })).toEqual([false, true, true, true, true])
    // Less than at rest: the memory of its start was taken for that.
    expect(areMet({ mostMb: 97 })).toEqual([null, true, true, true, true])
    // Whom the hub let go it owes nothing.
    expect(areMet({ deaf: 9 })).toEqual([true, false, true, true, true])
    expect(areMet({ keptKb: 217 })).toEqual([true, true, false, true, true])
    expect(areMet({ uploadAllKbps: 120 })).toEqual([true, true, true, false, true])
    expect(areMet({ leastReadPercent: 98 })).toEqual([true, true, true, true, false])
  })

  it('is measured once the system holds no more for who reads nothing, as Linux tells it of the port', () => {
    const line = (local: string, queues: string) =>
      `   0: 0100007F:${local} 0100007F:C350 01 ${queues} 00:00000000 0 0 0 1`
    const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
    const text = [head, line('1F90', '000003E8:00000007'), line('1F90', '00000001:00000000'), line('C350', 'FF:00'), '']
    expect(unsentIn(text.join('\n'), 8080)).toBe(1001)
  })
})
