import { expect, test } from 'vitest'
import { RelayedFilm } from '../../bench/live/crowd/relayed-film'
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
