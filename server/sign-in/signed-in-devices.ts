import type { SignedInDevice } from '../../src/contract/sign-in/sessions'
import type { SessionTable } from '../db/schema'
import type { Member } from '../http/auth'
import { notFound } from '../lib/errors'
import { revokeSession } from '../members/open-session-rows'
import { endOpenPairings } from './pairing-rows'
import type { SignInServices } from './services'
import { listOpenSessions } from './session-rows'

type Services = Pick<SignInServices, 'db' | 'clock' | 'believedTime'>

/** Who asks, and in which of their sessions. */
export type DeviceAsker = Pick<Member, 'userId' | 'sessionId'>

/** Where somebody is signed in: this device first, then the last seen. */
export async function listSignedInDevices(
  { db, believedTime }: Pick<Services, 'db' | 'believedTime'>,
  asker: DeviceAsker,
): Promise<SignedInDevice[]> {
  const rows = await listOpenSessions(db, asker.userId, await believedTime())
  const devices = rows.map((row) => presentDevice(row, asker))
  return [...devices.filter(({ isCurrent }) => isCurrent), ...devices.filter(({ isCurrent }) => !isCurrent)]
}

/** Ends one of the asker's own, also the one that asks; others are unknown to whoever asks. With another, unused links for devices end. */
export async function endOwnSession(
  { db, clock, believedTime }: Services,
  asker: DeviceAsker,
  id: string,
): Promise<void> {
  const nowMs = clock.now()
  const byMs = await believedTime()
  await db.transaction().execute(async (transaction) => {
    const own = await listOpenSessions(transaction, asker.userId, byMs)
    if (!own.some((session) => session.id === id)) throw notFound('signed-in device')
    await revokeSession(transaction, id, nowMs)
    // Who made a link is not kept with it: whoever was signed out by another could come back by one of theirs.
    if (id !== asker.sessionId) await endOpenPairings(transaction, asker.userId, nowMs)
  })
}

/** How many there were. Links for another device that nobody has used end with them. */
export async function endOtherSessions({ db, clock, believedTime }: Services, asker: DeviceAsker): Promise<number> {
  const nowMs = clock.now()
  const byMs = await believedTime()
  return db.transaction().execute(async (transaction) => {
    // Before those are listed who are signed in: a link is used by now, and its session listed, or it is good no more.
    await endOpenPairings(transaction, asker.userId, nowMs)
    const others = (await listOpenSessions(transaction, asker.userId, byMs)).filter(({ id }) => id !== asker.sessionId)
    for (const { id } of others) await revokeSession(transaction, id, nowMs)
    // Else whoever was signed out could come back by a link that they have made meanwhile.
    await endOpenPairings(transaction, asker.userId, nowMs)
    return others.length
  })
}

function presentDevice(row: SessionTable, { sessionId }: DeviceAsker): SignedInDevice {
  return {
    id: row.id,
    device: row.device,
    network: row.network,
    startedBy: row.started_by,
    startedAt: new Date(row.created_at).toISOString(),
    lastSeenAt: new Date(row.last_seen_at).toISOString(),
    isCurrent: row.id === sessionId,
  }
}
