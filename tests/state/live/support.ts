import { vi } from 'vitest'
import type { Camera } from '../../../src/contract/camera'
import type { LiveNews } from '../../../src/contract/live/live'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { viewCamera, viewingAtomOf } from '../../../src/state/live/camera-viewers'
import { startLiveLine } from '../../../src/state/live/live-line'
import { isPresenceKnownAtom } from '../../../src/state/live/presence'
import type { Viewing } from '../../../src/state/live/viewing'
import { servicesAtom } from '../../../src/state/services'
import { type LiveTab, openCamera } from '../../server/support/live'
import { type AppOptions, startApp, type TestApp } from '../../support/app'
import { type Backend, startBackend } from '../../support/backend'
import { type FakeViewer, fakeViewer } from '../../support/browser/fake-viewer'
import { type ManualClock, manualClock } from '../../support/manual-clock'
import { cameraOnHub, userOf } from '../support/hub-data'

/** A tab that may look, with a camera on the hub that another machine's tab can offer. */
export interface Watching {
  readonly app: TestApp
  readonly backend: Backend
  readonly origin: string
  readonly camera: Camera
  readonly viewer: FakeViewer
  /** Of the tab: its line's timers, and those of what looks. */
  readonly clock: ManualClock
  /** Time passes, while hub and tab go on telling each other that they are there. */
  pass(ms: number): Promise<void>
  /** The camera's tab is opened, and what it offers is known here. */
  offer(): Promise<LiveTab>
  close(): Promise<void>
}

export const PLACE = 'large'
export const viewingAtom = viewingAtomOf(PLACE)

/** `throughNetwork`: where the tab reaches the hub that listens there; by itself directly. */
export async function startWatching(
  options: AppOptions = {},
  throughNetwork: (origin: string) => Promise<string> = async (origin) => origin,
): Promise<Watching> {
  const backend = await startBackend({ tier: 'PRO', ...options })
  const origin = await backend.hub.listen()
  const app = await startApp({ ...options, backend, liveOrigin: await throughNetwork(origin) })
  const clock = manualClock(backend.hub.clock.now())
  const viewer = fakeViewer(clock)
  app.store.set(servicesAtom, { ...app.services, after: clock.after, nowMs: clock.nowMs, viewer: async () => viewer })
  await app.signIn()
  const camera = await cameraOnHub(app, 'Front Door')
  app.watch(camerasQueryAtom, viewingAtom)
  await app.settle()
  const endLine = startLiveLine(app.store)
  await app.until(isPresenceKnownAtom, (isKnown) => isKnown)
  return {
    app,
    backend,
    origin,
    camera,
    viewer,
    clock,
    async pass(ms) {
      for (let leftMs = ms; leftMs > 0; leftMs -= 1_000) {
        await clock.advance(Math.min(1_000, leftMs))
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    offer: () => openCamera(origin, userOf(app), camera.id),
    async close() {
      endLine()
      await app.close()
      await backend.close()
    },
  }
}

export const size = { width: 640, height: 360 }

export function lookAt({ app, camera }: Watching) {
  return viewCamera(app.store, { place: PLACE, cameraId: camera.id, areFiguresShown: true }, size)
}

/** What the place shows, once it is as named. */
export async function shows<Phase extends Viewing['phase']>(
  { app }: Watching,
  phase: Phase,
): Promise<Extract<Viewing, { phase: Phase }>> {
  const isLike = (viewing: Viewing): viewing is Extract<Viewing, { phase: Phase }> => viewing.phase === phase
  const viewing = await vi.waitFor(
    () => {
      const now = app.store.get(viewingAtom)
      if (!isLike(now)) throw new Error(`it shows ${JSON.stringify(now)}`)
      return now
    },
    { timeout: 5_000, interval: 5 },
  )
  return viewing
}

/** Has the camera answer, and its picture come directly. */
export async function flowDirectly(watching: Watching, camera: LiveTab, seen = 0): Promise<string> {
  const { viewingId } = await heardViewing(camera, seen)
  camera.send({ kind: 'answer', viewingId, sdp: 'the answer' })
  await vi.waitFor(() => {
    if (watching.viewer.latest.answerSdp === null) throw new Error('no answer came')
  })
  watching.viewer.latest.flow(['video', 'audio'])
  await watching.clock.advance(100)
  return viewingId
}

/** The viewing that the camera's tab was told of after so many others. */
export function heardViewing(camera: LiveTab, seen = 0): Promise<Extract<LiveNews, { kind: 'viewing' }>> {
  return vi.waitFor(
    () => {
      const viewing = camera.all('viewing')[seen]
      if (viewing === undefined) throw new Error('no viewing came')
      return viewing
    },
    { timeout: 5_000, interval: 5 },
  )
}
