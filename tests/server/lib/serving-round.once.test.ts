import { expect, test, vi } from 'vitest'
import { ServingRound } from '../../../server/lib/serving-round'

interface Place {
  readonly workspaceId: string
  readonly name: string
  readonly server?: string
}

/** Places of a workspace, by their number. */
const placesOf = (workspaceId: string, count: number): Place[] =>
  Array.from({ length: count }, (_, index) => ({ workspaceId, name: `${workspaceId}${index}` }))

/** A round over places, each of which is served until the test says whether there may be more. */
function roundOf(due: Place[], atOnce = 16) {
  const begun: string[] = []
  const ends = new Map<string, (hasMore: boolean) => void>()
  const stop = new AbortController()
  const round = new ServingRound<Place>(
    {
      list: async () => due,
      nameOf: ({ name }) => name,
      workspaceOf: ({ workspaceId }) => workspaceId,
      serverOf: ({ server }) => server ?? null,
      serveOne: ({ name }) => {
        begun.push(name)
        return new Promise((resolve) => ends.set(name, resolve))
      },
      atOnce,
    },
    stop.signal,
  )
  const end = async (name: string, hasMore: boolean) => {
    ends.get(name)?.(hasMore)
    await new Promise(setImmediate)
  }
  return { round, begun, end, stop, due }
}

test('one workspace is served at a quarter of the places, and what comes later of another at once (HOOK-06)', async () => {
  const { round, begun, due } = roundOf(placesOf('a', 20))
  await round.join()
  expect(begun).toEqual(['a0', 'a1', 'a2', 'a3'])
  due.push(...placesOf('b', 5))
  await round.join()
  expect(begun.slice(4)).toEqual(['b0', 'b1', 'b2', 'b3'])
})

test('a place with more to send goes behind those that wait, and stays out once it has none (HOOK-06)', async () => {
  const { round, begun, end, stop } = roundOf([...placesOf('a', 2), ...placesOf('b', 1)], 4)
  const ended = round.run()
  await new Promise(setImmediate)
  expect(begun).toEqual(['a0', 'b0'])
  await end('a0', true)
  await end('a1', true)
  await end('b0', false)
  await end('a0', false)
  expect(begun.slice(2)).toEqual(['a1', 'a0', 'a1'])
  stop.abort()
  await end('a1', true)
  await ended
  expect(begun).toHaveLength(5)
})

test('one server has half of the places, and more only as it answers (MSG-07)', async () => {
  const mails = ['a', 'b', 'c', 'd'].flatMap((id) => placesOf(id, 1)).map((place) => ({ ...place, server: 'mail' }))
  const { round, begun, end, due } = roundOf(mails, 4)
  await round.join()
  expect(begun).toEqual(['a0', 'b0'])
  due.push(...placesOf('e', 1), ...placesOf('f', 1))
  await round.join()
  expect(begun.slice(2)).toEqual(['e0', 'f0'])
  await end('b0', false)
  expect(begun.slice(4)).toEqual(['c0'])
})

test('what comes due while a place hangs is served, though nobody says so, and with the round the looks end (HOOK-06)', async () => {
  const { round, begun, end, due } = roundOf(placesOf('a', 1))
  const ended = round.run()
  await vi.waitFor(() => expect(begun).toEqual(['a0']))
  due.push(...placesOf('b', 1))
  await vi.waitFor(() => expect(begun).toEqual(['a0', 'b0']), { timeout: 5_000 })
  due.length = 0
  await end('b0', false)
  await end('a0', false)
  await ended
  due.push(...placesOf('c', 1))
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(begun).toEqual(['a0', 'b0'])
})
