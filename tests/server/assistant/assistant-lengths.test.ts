import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCamera, answerTo } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { type Recorded, writeRecorded } from '../support/recorded'
import { watchForLong } from '../support/watching'

let hub: TestHub
let ann: SignedInUser
beforeAll(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  const cameraId = (await addCamera(hub.fastify, ann, 'Front Door')).id
  await watchForLong(hub)
  const at = (time: string, durationMs: number | null | undefined): Recorded => ({
    cameraId,
    type: 'MOTION',
    title: 'Motion at Front Door',
    atMs: Date.parse(`2026-03-${time}:00Z`),
    sizeBytes: 1024,
    ...(durationMs !== undefined && { durationMs }),
  })
  await writeRecorded(hub.dataDir, ann, [
    at('10T09:00', 15_000),
    at('10T10:00', 60_000),
    at('10T11:00', 20_000),
    at('09T09:00', 30_000),
    at('09T10:00', null),
    at('09T11:00', undefined),
    at('08T11:00', undefined),
  ])
})
afterAll(() => hub.close())

/** Asks; the links' addresses are left out. */
const ask = (message: string) => answerTo(hub.fastify, ann, message)

const today = 'today (since 2026-03-10 00:00 UTC)'

describe('how long recordings are (FACT-11)', () => {
  test.each([
    'how long was the last clip?',
    'what is the length of the latest recording',
    'how long is the newest video',
  ])('%s', async (question) => {
    expect(await ask(question)).toBe(
      [
        'The newest recording in all that is kept is 20 seconds long:',
        '- [2026-03-10 11:00 UTC, Front Door](link), 20 seconds, 1.00 KB, 1280 × 720, VP8, no sound',
      ].join('\n'),
    )
  })

  test.each([
    [
      'longest recording today',
      `The longest recording ${today} is 1 minute long:`,
      '10:00 UTC, Front Door](link), 1 minute',
    ],
    [
      'shortest clip today',
      `The shortest recording ${today} is 15 seconds long:`,
      '09:00 UTC, Front Door](link), 15 sec',
    ],
  ])('%s', async (question, heading, line) => {
    const answer = await ask(question)
    expect(answer.split('\n')[0]).toBe(heading)
    expect(answer).toContain(line)
  })

  test.each(['how many hours of footage today', 'total hours today', 'how many minutes were recorded today?'])(
    '%s',
    async (question) => {
      expect((await ask(question)).split('\n')[0]).toBe(
        `There were 3 recordings ${today}, 1 minute 35 seconds and 3.00 KB in all.`,
      )
    },
  )

  test('what is not read yet, and what cannot be played, is said beside a sum and a comparison', async () => {
    const answer = await ask('how many hours of footage yesterday')
    expect(answer).toContain('30 seconds and 3.00 KB in all.')
    expect(answer).toContain('How long 1 of them is is not known yet: the hub has still to read that.')
    expect(answer).toContain('1 of them cannot be played: the hub found no film in its file.')
    expect(answer).toContain('Front Door](link), cannot be played, 1.00 KB')
    expect(await ask('longest recording yesterday')).toContain('How long 1 of them is is not known yet')
  })

  test('who does not ask for lengths is told no sum that lacks some', async () => {
    expect(await ask('recordings of yesterday')).toContain(', 3.00 KB in all.')
    expect(await ask('recordings of today')).toContain(', 1 minute 35 seconds and 3.00 KB in all.')
  })

  test('where none is read yet, sizes are told instead, and that', async () => {
    expect(await ask('longest recording on march 8')).toMatch(
      /^The largest recording .*\n- .*, 1\.00 KB\nHow long it is is not known yet: the hub has still to read that\.$/,
    )
  })
})
