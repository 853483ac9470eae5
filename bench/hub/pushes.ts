import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backoffMs } from '../../server/notifications/sending/backoff'
import { pushMessage } from '../../src/contract/notifications/push'
import { type PushService, startPushService, type TestBrowser } from '../../tests/server/support/push-service'
import { type Account, addCamera, type BenchCamera, headersOf, post, signIn } from './accounts'
import { hearOut } from './hear-out'
import { HubProcess } from './hub-process'
import { type PushFigures, timesBetween } from './push-figures'
import { EVENTS_PER_CAMERA, tellInTurns } from './tell-in-turns'

/** Of the largest plan, each event is two messages: the push, and the mail that the hub prints. */
const CAMERAS_PER_WORKSPACE = 10
/** The longest wait before the first retry, the round of the job that sends, and the sending. */
const AGAIN_MS = backoffMs(1, 1) + 20_000

interface Watcher {
  readonly account: Account
  readonly browser: TestBrowser
  readonly cameras: readonly BenchCamera[]
}

/**
 * Cameras tell of events, ten a second; a push service of this machine notes when the push of each is there, and the browser
 * that it is for opens it.
 */
export async function measurePushes(folder: string, events: number, databaseUrl: string | null): Promise<PushFigures> {
  const service = await startPushService()
  try {
    const caFile = join(folder, 'push-service.pem')
    await writeFile(caFile, service.ca)
    const environment = { PUSH_HOSTS: service.host, NODE_EXTRA_CA_CERTS: caFile }
    const hub = await HubProcess.start(join(folder, 'hub'), databaseUrl, environment)
    try {
      return await measureAt(hub, service, events)
    } finally {
      await hub.stop()
    }
  } finally {
    await service.close()
  }
}

async function measureAt(hub: HubProcess, service: PushService, events: number): Promise<PushFigures> {
  const watchers = await makeWatchers(hub, service, events)
  const arrivedMs: number[] = []
  service.onPush = async () => void arrivedMs.push(performance.now())
  const costsSoFar = hub.startCounting()
  const sentMs = new Map<string, number>()
  const secrets = watchers.flatMap(({ account }) => [account.token, account.workspaceId])
  const cameras = watchers.flatMap((watcher) => watcher.cameras.map((camera) => ({ ...camera, watcher })))
  await tellInTurns(hub, cameras, events, ({ watcher }, atMs) => sentMs.set(keyOf(watcher, atMs), performance.now()))
  const costs = await hearOut(() => service.pushes.length >= events, costsSoFar, AGAIN_MS)
  const arrivals = service.pushes.map((push, index) => {
    const watcher = watchers.find(({ browser }) => browser.path === push.path)
    const text = watcher && textOf(watcher.browser, push.sealed)
    const at = text === undefined ? null : timeIn(text)
    const isLeaky = secrets.some((secret) => text?.includes(secret) === true)
    return {
      key: watcher && at !== null ? keyOf(watcher, at) : null,
      arrivedMs: arrivedMs[index] ?? Number.NaN,
      isLeaky,
    }
  })
  return { events, ...timesBetween(sentMs, arrivals), ...costs }
}

/** A person in each workspace, whose one browser is told of as many cameras as the events need. */
async function makeWatchers(hub: HubProcess, service: PushService, events: number): Promise<Watcher[]> {
  const watchers: Watcher[] = []
  for (let missing = Math.ceil(events / EVENTS_PER_CAMERA); missing > 0; missing -= CAMERAS_PER_WORKSPACE) {
    const account = await signIn(hub, `push${watchers.length}@example.org`)
    const browser = service.browser()
    await post(hub, '/push/subscriptions', browser.subscription, headersOf(account))
    const cameras: BenchCamera[] = []
    while (cameras.length < Math.min(missing, CAMERAS_PER_WORKSPACE))
      cameras.push(await addCamera(hub, account, `Camera ${cameras.length}`))
    watchers.push({ account, browser, cameras })
  }
  return watchers
}

function keyOf({ browser }: Watcher, atMs: number): string {
  return `${browser.path} ${atMs}`
}

/** undefined: the browser cannot open it. */
function textOf(browser: TestBrowser, sealed: Buffer): string | undefined {
  try {
    return browser.open(sealed).toString()
  } catch {
    return undefined
  }
}

function timeIn(text: string): number | null {
  const atMs = Date.parse(pushMessage.safeParse(JSON.parse(text)).data?.at ?? '')
  return Number.isNaN(atMs) ? null : atMs
}
