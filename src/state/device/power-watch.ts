import { atom, type createStore } from 'jotai/vanilla'
import { localCamerasAtom } from '../cameras/local-cameras'
import { raiseAlertAtom, takesPowerSignsAtom } from '../capture/alerts'
import { recordingTabAtom } from '../capture/recording-tab'
import { type Battery, servicesAtom } from '../services'
import { sessionAtom } from '../sign-in/session'
import { leavePower, takeLeftPower } from './left-power'
import { powerChoicesAtom } from './power-choices'
import { type PowerAlert, type PowerState, type SensedSign, sensePower, type WantedAlerts } from './power-sense'
import { readToldPower, type ToldPower, writeToldPower } from './told-power'

type Store = ReturnType<typeof createStore>

/** The camera that stands for this device: the first that is to watch for motion. null: there is none, and nothing to guard. */
const guardedAtom = atom((get): Pick<ToldPower, 'workspaceId' | 'cameraId'> | null => {
  const session = get(sessionAtom)
  const camera = get(localCamerasAtom).find(({ isMotionEnabled }) => isMotionEnabled)
  if (session.phase !== 'signed-in' || session.workspaceId === null || camera === undefined) return null
  return { workspaceId: session.workspaceId, cameraId: camera.id }
})

const wantedAtom = atom((get): WantedAlerts => {
  // Only one tab of a browser runs its cameras, and that one tells.
  const mayTell = get(recordingTabAtom).phase === 'here' && get(guardedAtom) !== null && get(takesPowerSignsAtom)
  const choices = get(powerChoicesAtom)
  const all: readonly PowerAlert[] = ['unplugged', 'low-battery']
  return new Set(mayTell ? all.filter((alert) => choices[alert]) : [])
})

/** Looks at the battery at every change, and once more when a moment has become an incident. */
class PowerWatch {
  readonly #store: Store
  #battery: Battery | null = null
  #state: PowerState
  /** What the alert was told of: its end is told of the same. */
  #about: Pick<ToldPower, 'workspaceId' | 'cameraId'> | null
  #cancel: () => void = () => undefined

  constructor(store: Store) {
    this.#store = store
    const { storage, nowMs } = store.get(servicesAtom)
    const told = readToldPower(storage, nowMs())
    const unread = { phase: 'unread', told: told?.told ?? [] } as const
    this.#state = takeLeftPower(storage, nowMs()) ?? unread
    this.#about = told
  }

  readonly see = (battery: Battery): void => {
    this.#battery = battery
    this.look()
  }

  readonly look = (): void => {
    this.#cancel()
    // Of two tabs the one that does not record would tell the end a second time.
    if (this.#battery === null || this.#store.get(recordingTabAtom).phase !== 'here') return
    const { nowMs, after } = this.#store.get(servicesAtom)
    const step = sensePower(this.#state, this.#battery, this.#store.get(wantedAtom), nowMs())
    this.#state = step.state
    for (const sign of step.signs) this.#tell(sign)
    if (step.signs.length > 0) this.#keep()
    if (step.waitMs !== null) this.#cancel = after(step.waitMs, this.look)
  }

  /** The page goes: the next one may be here before anybody has put the plug back. */
  readonly leave = (): void => {
    const { storage, nowMs } = this.#store.get(servicesAtom)
    const isHere = this.#store.get(recordingTabAtom).phase === 'here'
    const { phase } = this.#state
    if (isHere && (phase === 'plugged-in' || phase === 'leaving')) leavePower(storage, this.#state, nowMs())
  }

  close(): void {
    this.#cancel()
  }

  #tell({ sign, atMs }: SensedSign): void {
    this.#about ??= this.#store.get(guardedAtom)
    if (this.#about === null) return
    const { workspaceId, cameraId } = this.#about
    void this.#store.set(raiseAlertAtom, workspaceId, cameraId, sign, atMs)
    if (sign === 'power-back') this.#about = null
  }

  #keep(): void {
    const { storage, nowMs } = this.#store.get(servicesAtom)
    const told = 'told' in this.#state ? this.#state.told : []
    writeToldPower(storage, this.#about && told.length > 0 ? { ...this.#about, told, atMs: nowMs() } : null)
  }
}

/** Tells the hub of this device's power for as long as the tab lives, until what it returns is called. */
export async function startPowerWatch(store: Store): Promise<() => void> {
  const { device } = store.get(servicesAtom)
  const closing = new AbortController()
  const watch = new PowerWatch(store)
  const unsubscribes = [store.sub(wantedAtom, watch.look), store.sub(recordingTabAtom, watch.look)]
  const platform = await device()
  platform.onLeave(watch.leave, closing.signal)
  await platform.watchBattery(watch.see, closing.signal)
  return () => {
    closing.abort()
    for (const unsubscribe of unsubscribes) unsubscribe()
    watch.close()
  }
}
