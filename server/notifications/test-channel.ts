import { randomUUID } from 'node:crypto'
import type { Channel } from '../../src/contract/workspace-config'
import { HOUR_MS } from '../../src/lib/durations'
import { withTimeLimit } from '../../src/lib/time-limit'
import type { Db } from '../db/schema'
import { channelFailed, invalidInput, tooManyRequests } from '../lib/errors'
import { NEVER } from '../lib/never'
import { lockWorkspace } from '../members/people-rows'
import { type AddressServices, checkedAddress } from './addresses'
import { clearChannelState, deleteOldChannelTests, insertChannelTest, listChannelTests } from './channel-rows'
import { addressOf } from './channels'
import { AHEAD_MS } from './delivery-rows'
import { NOTIFICATIONS_JOB } from './notification-jobs'
import { testMessage } from './sending/message'
import { senderOf, sendMessage } from './sending/send'
import type { NotificationServices } from './services'
import { findWorkspaceConfig } from './settings-rows'

/** Anybody's address can be typed in: a workspace that sends to strangers is stopped soon. */
const TESTS_PER_HOUR = 20
/** Less than a page waits for the answer. Posts have a shorter limit of their own. */
const TEST_LIMIT_MS = 20_000

export interface ChannelTest {
  readonly workspaceId: string
  readonly askedBy: string
  readonly channel: Channel
  /** As it was typed, saved or not. */
  readonly typed: string
}

/** Sends one message at once. It counts for no quota. Throws the refusal that says why it did not arrive. */
export async function testChannel(services: NotificationServices & AddressServices, test: ChannelTest): Promise<void> {
  const { db, clock } = services
  const { channel, askedBy, workspaceId } = test
  const address = checkedAddress(services, channel, test.typed)
  if (address === null) throw invalidInput(`connectionValue: ${emptySentences[channel]}`)
  await db.transaction().execute((transaction) => countTest(transaction, workspaceId, clock.now()))
  const message = testMessage(askedBy, clock.now(), await senderOf(services, workspaceId, null))
  const outcome = await sendMessage(
    services,
    { channel, address, pictureKey: null },
    message,
    withTimeLimit(NEVER, TEST_LIMIT_MS),
  )
  switch (outcome.kind) {
    case 'sent':
      return noteWorking(services, { workspaceId, channel }, address)
    case 'refused':
    case 'again':
      throw channelFailed(outcome.problem)
    case 'aborted':
      throw channelFailed('The mail server did not say in time that it has the test. See whether it arrives.')
  }
}

/** Where the channel itself leads there, it works: its trouble is over, and what waits for its next try is sent now. */
async function noteWorking(
  { db, jobs }: NotificationServices,
  of: { readonly workspaceId: string; readonly channel: Channel },
  tested: string,
): Promise<void> {
  if (addressOf(await findWorkspaceConfig(db, of.workspaceId), of.channel) !== tested) return
  await clearChannelState(db, of)
  jobs.nudge(NOTIFICATIONS_JOB)
}

const emptySentences: Readonly<Record<Channel, string>> = {
  email: 'Give the e-mail address to test.',
  slack: 'Give the Slack webhook URL to test.',
  discord: 'Give the Discord webhook URL to test.',
}

/** Counts a test against the limit of an hour. Call it in a transaction of its own, before the test is sent. */
export async function countTest(db: Db, workspaceId: string, nowMs: number): Promise<void> {
  await lockWorkspace(db, workspaceId)
  await deleteOldChannelTests(db, nowMs - HOUR_MS)
  // Those of the future were sent while the clock was ahead, and count for nothing.
  const tests = await listChannelTests(db, workspaceId, { sinceMs: nowMs - HOUR_MS, untilMs: nowMs + AHEAD_MS })
  const [oldest] = tests
  if (oldest !== undefined && tests.length >= TESTS_PER_HOUR) throw tooManyRequests(nowMs, oldest + HOUR_MS)
  await insertChannelTest(db, { id: randomUUID(), workspace_id: workspaceId, sent_at: nowMs })
}
