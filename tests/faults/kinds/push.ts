import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type PushService, startPushService, type TestBrowser } from '../../server/support/push-service'
import { Account } from '../hub/account'
import { HubClock } from '../hub/hub-clock'
import { HubUnderTest } from '../hub/hub-under-test'
import { verdictOfPushes } from '../hub/pushed'
import type { RoundResult } from '../report'
import { type Faults, ownRandom } from '../rounds'

const HOUR_MS = 3_600_000
const EVENTS = 12
const BETWEEN_EVENTS_MS = 60
const SHORTEST_LIFE_MS = 100
const LONGEST_LIFE_MS = 1_500
/** In half of the rounds the push service is out of order for so many of its requests, until the hub dies. */
const TROUBLED_SHARE = 0.3
/** It takes its time, so that the hub dies while it waits for an answer. */
const LONGEST_ANSWER_MS = 150
/** A push that is left to nobody is taken up by the round of each 15 s. */
const ARRIVAL_LIMIT_MS = 60_000
/** What comes twice has come by then. */
const AFTERWARDS_MS = 1_000
const TELL_LIMIT_MS = 60_000

interface Setup {
  readonly hub: HubUnderTest
  readonly hubClock: HubClock
  readonly account: Account
  readonly service: PushService
  readonly browser: TestBrowser
  /** Grows with every round: what the hub put off is due, and the hour's limit of alerts is a new one. */
  offsetMs: number
}

/** The hub dies by SIGKILL while events are pushed, to a push service that is out of order now and then. */
export const push: Faults<Setup> = {
  kind: 'push',
  async open(folder) {
    const service = await startPushService()
    const caFile = join(folder, 'push-service.pem')
    writeFileSync(caFile, service.ca)
    const hubClock = new HubClock(folder)
    const variables = { PUSH_HOSTS: service.host, NODE_EXTRA_CA_CERTS: caFile }
    const hub = new HubUnderTest(join(folder, 'data'), variables, hubClock)
    try {
      await hub.start()
      const account = await Account.open(hub)
      const browser = service.browser()
      await account.read('/push/subscriptions', posted(browser.subscription))
      return { hub, hubClock, account, service, browser, offsetMs: 0 }
    } catch (problem) {
      await hub.stop()
      await service.close()
      throw problem
    }
  },
  round: killAndCompare,
  async close({ hub, service }) {
    await hub.stop()
    await service.close()
  },
}

async function killAndCompare(setup: Setup, random: () => number): Promise<RoundResult> {
  const { hub, hubClock, service, browser } = setup
  const lifeMs = SHORTEST_LIFE_MS + random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS)
  const isTroubled = random() < 0.5
  const taken = takePushes(service, browser, isTroubled, ownRandom(random))
  const telling = tellAll(setup)
  await delay(lifeMs)
  await hub.kill()
  service.onPush = taken.well
  setup.offsetMs += 2 * HOUR_MS
  hubClock.set(setup.offsetMs)
  await hub.start()
  const told = await telling
  for (const startMs = performance.now(); performance.now() - startMs < ARRIVAL_LIMIT_MS; await delay(100)) {
    if (told.every((event) => taken.events.includes(event))) break
  }
  await delay(AFTERWARDS_MS)
  const { again, ...verdict } = verdictOfPushes(told, taken.events, 1)
  const problems = [
    ...(told.length < EVENTS ? [`${EVENTS - told.length} events were not acknowledged`] : []),
    ...(verdict.lost > 0 ? [`${verdict.lost} events were pushed to nobody`] : []),
    ...(verdict.doubled > 0 ? [`${verdict.doubled} pushes came again without a crash`] : []),
  ]
  const trouble = isTroubled ? `, ${taken.refused()} pushes refused` : ''
  return { what: `killed after ${Math.round(lifeMs)} ms${trouble}, ${again} pushed again`, ...verdict, problems }
}

/** Notes which events a push service takes; each push says when its event was. */
function takePushes(service: PushService, browser: TestBrowser, isTroubled: boolean, lots: () => number) {
  const events: string[] = []
  let refused = 0
  const take = async (isRefused: boolean) => {
    const at = service.messagesOf(browser).at(-1)?.at
    service.status = isRefused ? 500 : 201
    if (isRefused) refused += 1
    else if (at !== undefined && at !== null) events.push(at)
    await delay(lots() * LONGEST_ANSWER_MS)
  }
  service.onPush = () => take(isTroubled && lots() < TROUBLED_SHARE)
  return { events, well: () => take(false), refused: () => refused }
}

/** One after the other, each again and again until it is acknowledged, as the camera's tab does it; their times. */
async function tellAll({ account, offsetMs }: Setup): Promise<string[]> {
  const told: string[] = []
  const endMs = performance.now() + TELL_LIMIT_MS
  for (let n = 0; n < EVENTS; n++) {
    const occurredAt = new Date(Date.now() + offsetMs).toISOString()
    const call = posted({ alertId: randomUUID(), kind: 'covered', occurredAt })
    while (performance.now() < endMs) {
      const answer = await account.ask(`/cameras/${account.cameraId}/alerts`, call).catch(() => null)
      if (answer !== null && answer.status < 300) {
        told.push(occurredAt)
        break
      }
      await delay(100)
    }
    await delay(BETWEEN_EVENTS_MS)
  }
  return told
}

function posted(body: object) {
  const headers = { 'content-type': 'application/json' }
  return { method: 'POST', headers, body: Buffer.from(JSON.stringify(body)) } as const
}
