import { expect, test } from 'vitest'
import { alone } from '../../../server/peers/alone'
import { ExportPlaces } from '../../../server/workspace/export-access'
import { manualClock } from '../support/hub'

const MINUTE_MS = 60_000
const MB = 1024 ** 2

/** Four downloads that run, by what each has moved and whether it was ended. */
async function full() {
  const clock = manualClock()
  const places = new ExportPlaces(clock, alone())
  const downloads = ['a', 'b', 'c', 'd'].map((workspaceId) => ({ workspaceId, moved: 0, isEnded: false }))
  const take = (workspaceId: string) => {
    const download = downloads.find((one) => one.workspaceId === workspaceId)
    return places.take(workspaceId, {
      movedBytes: () => download?.moved ?? 0,
      end: () => {
        if (download) download.isEnded = true
      },
    })
  }
  const taken = await Promise.all(downloads.map(({ workspaceId }) => take(workspaceId)))
  const ended = () => downloads.filter(({ isEnded }) => isEnded).map(({ workspaceId }) => workspaceId)
  const move = (...megabytes: number[]) => {
    for (const [index, download] of downloads.entries()) download.moved += (megabytes[index] ?? 0) * MB
  }
  return { clock, places, take, taken, ended, move }
}

test('a download that hardly moves gives way to who is refused, after five minutes, the slowest first (EXT-13)', async () => {
  const { clock, places, ended, move } = await full()
  move(9, 3, 2, 9)
  clock.advance(5 * MINUTE_MS - 1)
  expect([await places.refusalFor('e'), ended()]).toEqual(['others', []])
  clock.advance(1)
  expect([await places.refusalFor('e'), ended()]).toEqual([null, ['c']])
})

test('one that moves keeps its place, and loses it five minutes after it stands still (EXT-13)', async () => {
  const { clock, places, ended, move } = await full()
  move(50, 50, 50, 50)
  clock.advance(60 * MINUTE_MS)
  expect(await places.refusalFor('e')).toBe('others')
  move(4, 4, 0, 4)
  clock.advance(5 * MINUTE_MS)
  expect([await places.refusalFor('e'), ended()]).toEqual([null, ['c']])
})

test('a download that hardly moves gives way to another of its own workspace, and one that moves does not (EXT-13)', async () => {
  const { clock, places, take, ended, move } = await full()
  move(3, 4, 0, 0)
  clock.advance(5 * MINUTE_MS - 1)
  expect([await places.refusalFor('a'), ended()]).toEqual(['own', []])
  clock.advance(1)
  expect([await places.refusalFor('b'), await places.refusalFor('a'), ended()]).toEqual(['own', null, ['a']])
  expect([(await take('a')).kind, ended()]).toEqual(['taken', ['a']])
  // It is looked at anew from then on.
  clock.advance(5 * MINUTE_MS - 1)
  expect(await places.refusalFor('b')).toBe('own')
  clock.advance(1)
  expect([await places.refusalFor('b'), ended()]).toEqual([null, ['a', 'b']])
})

test('nobody gives way while a place is free for who asks (EXT-13)', async () => {
  const { clock, places, taken, ended } = await full()
  clock.advance(60 * MINUTE_MS)
  const [first] = taken
  if (first?.kind === 'taken') first.giveBack()
  expect([await places.refusalFor('e'), ended()]).toEqual([null, []])
})

test('what was ended gives back no place that its workspace has taken anew (EXT-13)', async () => {
  const { clock, places, take, taken, ended, move } = await full()
  move(0, 9, 9, 9)
  clock.advance(5 * MINUTE_MS)
  expect(await places.refusalFor('e')).toBeNull()
  expect([ended(), (await take('a')).kind]).toEqual([['a'], 'taken'])
  const [first] = taken
  if (first?.kind === 'taken') first.giveBack()
  expect(await places.refusalFor('a')).toBe('own')
})
