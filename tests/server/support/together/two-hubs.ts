import { expect, vi } from 'vitest'
import { freshDatabaseUrl } from '../database'
import { type ManualClock, manualClock, startTestHub, type TestHub } from '../hub'
import { startS3, type TestS3 } from '../s3/s3'
import { type Door, openDoor } from './door'
import { type Meeting, type MeetingKind, meetingKinds } from './meetings'

/** Far longer than anything may take. */
export const PATIENCE = { timeout: 10_000, interval: 20 }

/** Two hubs that reach each other, and what they stand on. */
export interface TwoHubs {
  readonly a: TestHub
  readonly b: TestHub
  readonly origins: readonly [string, string]
  readonly clock: ManualClock
  readonly meeting: Meeting
  readonly s3: TestS3
  /** Their way to the database. */
  readonly door: Door
  /** One more; whoever starts it closes it. */
  start(): Promise<TestHub>
  together(...hubs: TestHub[]): Promise<void>
  close(): Promise<void>
}

export async function startTwoHubs(
  kind: MeetingKind | undefined = meetingKinds[0],
  more: Readonly<Record<string, string>> = {},
): Promise<TwoHubs> {
  if (kind === undefined) throw new Error('There is nothing by which hubs reach each other.')
  const meeting = await kind.start()
  const s3 = await startS3()
  const databaseUrl = new URL(await freshDatabaseUrl())
  const door = await openDoor(Number(databaseUrl.port || 5432))
  databaseUrl.port = String(door.port)
  const clock = manualClock(Date.now())
  const environment = { DATABASE_URL: databaseUrl.href, ...meeting.environment, ...s3.environment, ...more }
  const start = () => startTestHub({ clock, tier: 'PRO', environment, deps: meeting.deps() })
  const together = (...hubs: TestHub[]) =>
    vi.waitFor(async () => {
      for (const hub of hubs) expect(await healthOf(hub)).toMatchObject({ status: 'ok', pubsub: 'together' })
    }, PATIENCE)
  const [a, b] = [await start(), await start()]
  const origins = [await a.listen(), await b.listen()] as const
  await together(a, b)
  return {
    a,
    b,
    origins,
    clock,
    meeting,
    s3,
    door,
    start,
    together,
    close: async () => {
      await a.close()
      await b.close()
      await s3.close()
      await meeting.close()
      await door.close()
    },
  }
}

export async function healthOf(hub: TestHub): Promise<unknown> {
  return (await hub.fastify.inject({ url: '/healthz' })).json()
}
