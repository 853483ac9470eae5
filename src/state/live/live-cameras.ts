import type { createStore } from 'jotai/vanilla'
import type { LiveNews } from '../../contract/live/live'
import { Loudspeaker, PaceKeeper, type SendingPorts } from '../../engine/live'
import { MINUTE_MS } from '../../lib/durations'
import { recordNowAtom } from '../capture/capture'
import { stealthAtom } from '../capture/stealth'
import { actRefusals } from '../messages'
import { askLatenessAtom } from '../recordings/transcode'
import { servicesAtom } from '../services'
import { type CameraSign, cameraSignsAtom, setSignStopperAtom, setSignsAtom } from './camera-signs'
import { rtcServer } from './ice'
import { LiveCamera } from './live-camera'
import { offeredCamerasAtom } from './offered-cameras'
import { setOwnSirenAtom } from './own-acts'
import { iceServersAtom, type LiveLine, liveLineAtom } from './presence'
import type { SendingContext } from './sending-context'
import { TabSiren } from './tab-siren'

type Store = ReturnType<typeof createStore>

/** How often it is looked whether viewers get too much. */
const LOOK_INTERVAL_MS = 1_000
/** Who listens or talks for long is heard of again. */
const REMIND_INTERVAL_MS = MINUTE_MS

/** The cameras of a tab as others look through them; see startLiveCameras. */
class LiveCameras {
  readonly #store: Store
  readonly #context: SendingContext
  readonly #siren: TabSiren
  readonly #cameras = new Map<string, LiveCamera>()
  #line: LiveLine | null = null
  #lineEnd = new AbortController()
  #keeper: PaceKeeper
  #cancelLook: (() => void) | null = null
  /** Ends the close watch on the line, which is kept while somebody looks. */
  #unwatch: (() => void) | null = null
  #cancelReminder: (() => void) | null = null

  constructor(store: Store, ports: SendingPorts) {
    this.#store = store
    this.#context = this.#contextOf(ports)
    this.#siren = new TabSiren(this.#context)
    this.#keeper = new PaceKeeper(this.#context.nowMs())
  }

  start(signal: AbortSignal): void {
    const ends = [
      this.#store.sub(liveLineAtom, this.#takeLine),
      this.#store.sub(offeredCamerasAtom, this.#takeCameras),
      this.#store.sub(stealthAtom, this.#takeStealth),
    ]
    this.#store.set(setSignStopperAtom, (sign) => this.#stop(sign))
    this.#store.set(setOwnSirenAtom, {
      begin: (cameraId, who) => {
        const refusal = this.#siren.refusalOf(cameraId)
        const name = this.#store.get(offeredCamerasAtom).get(cameraId)?.name ?? 'this camera'
        if (refusal === null) void this.#siren.begin({ viewingId: null, cameraId, who }, name)
        return refusal
      },
      end: (cameraId) => this.#siren.endOf(cameraId),
    })
    signal.addEventListener('abort', () => {
      for (const end of ends) end()
      this.#store.set(setSignStopperAtom, null)
      this.#store.set(setOwnSirenAtom, null)
      this.#close()
    })
    this.#takeCameras()
    this.#takeLine()
  }

  #close(): void {
    this.#lineEnd.abort()
    for (const camera of this.#cameras.values()) camera.close()
    this.#watchLine()
    this.#siren.end()
    this.#context.speaker.close()
    this.#cancelLook?.()
    this.#cancelReminder?.()
  }

  readonly #takeLine = (): void => {
    const line = this.#store.get(liveLineAtom)
    if (line === this.#line) return
    this.#lineEnd.abort()
    this.#endAll()
    // Nobody is signed in any more.
    this.#siren.end()
    this.#line = line
    this.#lineEnd = new AbortController()
    line?.listen(
      {
        onOpen: () => this.#offer(),
        onNews: (news) => {
          this.#hear(news)
          this.#watchLine()
        },
        onGone: () => this.#endAll(),
      },
      this.#lineEnd.signal,
    )
    this.#offer()
  }

  readonly #takeCameras = (): void => {
    const offered = this.#store.get(offeredCamerasAtom)
    let hasChanged = false
    for (const [cameraId, camera] of this.#cameras) {
      if (offered.has(cameraId)) continue
      camera.close()
      this.#siren.endOf(cameraId)
      this.#cameras.delete(cameraId)
      hasChanged = true
    }
    for (const [cameraId, camera] of offered) {
      const known = this.#cameras.get(cameraId)
      known?.setCamera(camera)
      if (known !== undefined) continue
      this.#cameras.set(cameraId, new LiveCamera(cameraId, camera, this.#context, this.#siren))
      hasChanged = true
    }
    this.#watchLine()
    if (hasChanged) this.#offer()
  }

  readonly #takeStealth = (): void => {
    const isStealthy = this.#context.isStealthy()
    for (const camera of this.#cameras.values()) camera.setStealthy(isStealthy)
  }

  #offer(): void {
    this.#line?.send({ kind: 'cameras', cameraIds: [...this.#cameras.keys()] })
    this.#siren.tell()
  }

  #hear(news: LiveNews): void {
    switch (news.kind) {
      case 'viewing': {
        const camera = this.#cameras.get(news.cameraId)
        camera?.begin(news)
        // It stopped while this was on its way.
        if (camera === undefined) this.#line?.send({ kind: 'end', viewingId: news.viewingId, reason: 'camera-away' })
        return this.#lookLater()
      }
      case 'relay-begin':
        this.#cameras.get(news.cameraId)?.beginRelay(news.relayId)
        return this.#lookLater()
      case 'relay-end':
        return this.#eachCamera((camera) => camera.relayId === news.relayId && camera.endRelay())
      case 'offer':
        return this.#eachCamera((camera) => camera.offerAgain(news.viewingId, news.sdp))
      case 'candidate':
        return this.#eachCamera((camera) => camera.viewing(news.viewingId)?.addCandidate(news.candidate))
      case 'size':
        return this.#eachCamera((camera) => camera.setSize(news.viewingId, news.size))
      case 'end':
        return this.#eachCamera((camera) => camera.end(news.viewingId))
      case 'act':
        return this.#eachCamera((camera) => {
          const viewing = camera.viewing(news.viewingId)
          if (viewing !== undefined) camera.act(viewing, news.act)
        })
      // A viewer's, or the line's own.
      default:
    }
  }

  #eachCamera(tell: (camera: LiveCamera) => unknown): void {
    for (const camera of this.#cameras.values()) tell(camera)
  }

  #endAll(): void {
    this.#eachCamera((camera) => camera.close())
    this.#watchLine()
  }

  /** Whoever looks waits for a line that died here as long as it takes to notice. */
  #watchLine(): void {
    if (!this.#isLookedAt) {
      this.#unwatch?.()
      this.#unwatch = null
    } else this.#unwatch ??= this.#line?.watch() ?? null
  }

  get #isLookedAt(): boolean {
    return [...this.#cameras.values()].some(({ isLookedAt }) => isLookedAt)
  }

  #stop(sign: CameraSign): void {
    if (sign.kind === 'siren') this.#siren.end(actRefusals.stopped)
    else this.#cameras.get(sign.cameraId)?.stop(sign)
  }

  /** Only while somebody looks: nothing costs a camera that nobody looks through. */
  #lookLater(): void {
    this.#cancelLook ??= this.#context.after(LOOK_INTERVAL_MS, () => {
      this.#cancelLook = null
      const nowMs = this.#context.nowMs()
      if (!this.#isLookedAt) {
        this.#keeper = new PaceKeeper(nowMs)
        return
      }
      const areChecksLate = this.#store.set(askLatenessAtom)
      const hasChanged = this.#keeper.note(areChecksLate, nowMs)
      this.#eachCamera((camera) => {
        camera.note(areChecksLate, nowMs)
        if (hasChanged) camera.setPace(this.#keeper.pace)
      })
      this.#lookLater()
    })
  }

  #contextOf(ports: SendingPorts): SendingContext {
    const { after, nowMs, reporter } = this.#store.get(servicesAtom)
    return {
      ports,
      after,
      nowMs,
      speaker: new Loudspeaker(ports.openSpeaker),
      pace: () => this.#keeper.pace,
      isStealthy: () => this.#store.get(stealthAtom).phase !== 'off',
      recordNow: (cameraId) => this.#store.set(recordNowAtom, cameraId),
      report: (message, cause) => reporter.report(message, cause),
      line: {
        waitingBytes: () => this.#line?.waitingBytes ?? 0,
        hubAheadMs: () => this.#line?.hubAheadMs ?? 0,
        iceServers: () => this.#store.get(iceServersAtom).map(rtcServer),
        send: (request) => void this.#line?.send(request),
        sendChunk: (chunk) => void this.#line?.sendChunk(chunk),
      },
      signs: {
        add: (sign) => {
          const signs = this.#store.get(cameraSignsAtom)
          this.#setSigns([...signs, { ...sign, sinceMs: nowMs() }])
        },
        remove: (viewingId, kind) =>
          this.#setSigns(
            this.#store.get(cameraSignsAtom).filter((sign) => sign.viewingId !== viewingId || sign.kind !== kind),
          ),
      },
    }
  }

  #setSigns(signs: readonly CameraSign[]): void {
    this.#store.set(setSignsAtom, signs)
    const isHeard = signs.some(({ kind }) => kind !== 'siren')
    if (isHeard) return this.#remindLater()
    this.#cancelReminder?.()
    this.#cancelReminder = null
  }

  #remindLater(): void {
    this.#cancelReminder ??= this.#context.after(REMIND_INTERVAL_MS, () => {
      this.#cancelReminder = null
      void this.#context.speaker.chime()
      this.#remindLater()
    })
  }
}

/**
 * Sends the pictures of this tab's cameras to whoever looks, and does what they may have the cameras do. Follows the line to
 * the hub, the cameras that run, and stealth mode. Returns what ends it all.
 */
export function startLiveCameras(store: Store, ports: SendingPorts): () => void {
  const ending = new AbortController()
  new LiveCameras(store, ports).start(ending.signal)
  return () => ending.abort()
}
