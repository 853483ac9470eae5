import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { addCamera, signIn } from '../../../scripts/demo/steps.mjs'
import { KillableBrowser } from '../browser/killable-browser'
import { HubClock } from '../hub/hub-clock'
import type { RoundResult } from '../report'
import type { Faults } from '../rounds'
import { callInPage } from './owner-call'
import { LiveViewer, trusting } from './viewer'
import { cuts, ViewerNetwork } from './viewer-network'

const OWNER = 'faults@example.org'
const CAMERA = 'Yard'
/** What all of them are promised, after their cause is over. */
const BACK_WITHIN_MS = 5_000
const CUT_MS = 10_000
/** An access token lives for 15. */
const TOKEN_OVER_MS = 20 * 60_000
const LONGEST_AWAY_MS = 4_000

export interface LiveUnderTest {
  readonly executable: string
  readonly cameraFile: string
}

interface Setup {
  readonly folder: string
  readonly hub: HubProcess
  readonly hubClock: HubClock
  readonly network: ViewerNetwork
  camera: KillableBrowser
  offsetMs: number
}

/** What happened, and what should not have. */
interface Outcome {
  readonly name: string
  readonly tookMs: number | null
  readonly problem: string | null
}

/** What breaks while somebody looks through a camera, from a network of their own. */
export function liveFaults({ executable, cameraFile }: LiveUnderTest): Faults<Setup> {
  const startCamera = ({ folder, hub }: Pick<Setup, 'folder' | 'hub'>) =>
    KillableBrowser.start(executable, cameraFile, join(folder, 'camera'), [trusting(hub)])
  return {
    kind: 'live',
    async open(folder) {
      const network = await ViewerNetwork.open()
      const hubClock = new HubClock(folder)
      const env = { DEFAULT_TIER: 'TEAM', ...hubClock.variables }
      // At the cable's end, which is no other machine's.
      const hub = new HubProcess({ dataDir: join(folder, 'data'), env, host: network.hubAddress })
      let started: KillableBrowser | null = null
      try {
        await hub.start()
        const camera = await startCamera({ folder, hub })
        started = camera
        await signIn(camera.page, hub, OWNER)
        await addCamera(camera.page, { name: CAMERA, location: 'Shed' })
        // Its profile writes what local storage holds only every few seconds.
        await delay(8_000)
        return { folder, hub, hubClock, network, camera, offsetMs: 0 }
      } catch (problem) {
        await end({ hub, camera: started, network })
        throw problem
      }
    },
    async round(setup, random) {
      const way = random() < 0.5 ? 'direct' : 'relay'
      const cut = cuts[Math.floor(random() * cuts.length)] ?? 'silent'
      const awayMs = random() * LONGEST_AWAY_MS
      const email = `guest${Math.floor(random() * 1e9)}@example.org`
      await callInPage(setup.camera.page, 'POST', '/members', { email })
      const place = { executable, network: setup.network, hub: setup.hub }
      const viewer = await LiveViewer.open({ ...place, folder: mkdtempSync(join(setup.folder, 'viewer-')) }, email, way)
      try {
        const outcomes = [
          await tokenExpires(setup, viewer),
          await hubDies(setup, viewer, awayMs),
          await tabDies(setup, viewer, () => startCamera(setup)),
          await networkGoes(setup, viewer, cut),
          await memberGoes(setup, viewer, email),
        ]
        return resultOf(`${way}, ${cut}`, outcomes)
      } finally {
        await viewer.close()
      }
    },
    close: end,
  }
}

async function end(of: Pick<Setup, 'hub' | 'network'> & { readonly camera: KillableBrowser | null }): Promise<void> {
  try {
    // A round that broke off may have killed it already.
    await of.camera?.kill().catch(() => undefined)
    await of.hub.stop()
  } finally {
    of.network.close()
  }
}

/** The picture goes on, and so does what is begun anew afterwards with a token that is over. */
async function tokenExpires(setup: Setup, viewer: LiveViewer): Promise<Outcome> {
  setup.offsetMs += TOKEN_OVER_MS
  setup.hubClock.set(setup.offsetMs)
  const goneAfterMs = await viewer.noPicture(BACK_WITHIN_MS)
  const problem = goneAfterMs === null ? null : 'The picture went when the token expired.'
  return { name: 'token over', tookMs: await viewer.nextPicture(BACK_WITHIN_MS), problem }
}

async function hubDies({ hub }: Setup, viewer: LiveViewer, awayMs: number): Promise<Outcome> {
  await hub.kill()
  await delay(awayMs)
  await hub.start()
  return back('hub killed', viewer)
}

async function tabDies(setup: Setup, viewer: LiveViewer, start: () => Promise<KillableBrowser>): Promise<Outcome> {
  await setup.camera.kill()
  const isSaid = await viewer.says(/^Last seen /, BACK_WITHIN_MS)
  setup.camera = await start()
  await setup.camera.page.goto(`${setup.hub.url}/cameras`)
  await setup.camera.page.getByLabel(`Live picture of ${CAMERA}`).waitFor()
  const outcome = await back('tab killed', viewer)
  return isSaid ? outcome : { ...outcome, problem: 'A camera whose tab is gone was not said to be away within 5 s.' }
}

async function networkGoes({ network }: Setup, viewer: LiveViewer, cut: (typeof cuts)[number]): Promise<Outcome> {
  network.cut(cut)
  const beganMs = performance.now()
  const goneAfterMs = await viewer.noPicture(CUT_MS)
  await delay(CUT_MS - (performance.now() - beganMs))
  network.mend(cut)
  const outcome = await back('network cut', viewer)
  return goneAfterMs === null ? { ...outcome, problem: 'The cut network went unnoticed.' } : outcome
}

async function memberGoes({ camera }: Setup, viewer: LiveViewer, email: string): Promise<Outcome> {
  const people = await callInPage(camera.page, 'GET', '/members')
  const id = people.find((person) => person.email === email)?.id
  if (id === undefined) throw new Error('The hub does not list whom it invited.')
  await callInPage(camera.page, 'DELETE', `/members/${id}`)
  const tookMs = await viewer.noPicture(BACK_WITHIN_MS)
  const isSaid = await viewer.says(/invite you again|signed out|session (has )?ended|sign in again/i, BACK_WITHIN_MS)
  const text = isSaid ? '' : (await viewer.text()).slice(0, 300)
  return {
    name: 'member removed',
    tookMs,
    problem: isSaid ? null : `No sentence says why the picture is gone: ${text}`,
  }
}

async function back(name: string, viewer: LiveViewer): Promise<Outcome> {
  return { name, tookMs: await viewer.nextPicture(BACK_WITHIN_MS), problem: null }
}

function resultOf(what: string, outcomes: readonly Outcome[]): RoundResult {
  const told = outcomes.map(
    ({ name, tookMs }) => `${name} ${tookMs === null ? '-' : `${(tookMs / 1000).toFixed(1)} s`}`,
  )
  const problems = outcomes.flatMap(({ name, tookMs, problem }) => [
    ...(tookMs === null ? [`${name}: not over within ${BACK_WITHIN_MS / 1000} s.`] : []),
    ...(problem === null ? [] : [`${name}: ${problem}`]),
  ])
  return { what: `${what}: ${told.join(', ')}`, acknowledged: 0, lost: 0, doubled: 0, problems }
}
