import { atom, type createStore } from 'jotai/vanilla'
import * as z from 'zod/mini'
import { type Services, servicesAtom } from '../services'

/** Which tab of this browser runs its cameras. */
export type RecordingTab =
  /** Nobody knows, or there is nothing to run. */
  | { readonly phase: 'unknown' }
  | { readonly phase: 'here' }
  /** Another one; null until it answers, which a frozen tab does not. */
  | { readonly phase: 'elsewhere'; readonly tab: TabNotes | null }

interface TabNotes {
  /** When it was opened. */
  readonly sinceMs: number
  /** Title of its screen. */
  readonly title: string
}

export const recordingTabAtom = atom<RecordingTab>({ phase: 'unknown' })

/** What tabs say to each other; another version of the app may say more. */
const tabMessage = z.union([
  z.object({ kind: z.literal('who-records') }),
  z.object({ kind: z.literal('recording'), sinceMs: z.number(), title: z.string() }),
])
type TabMessage = z.infer<typeof tabMessage>

/** A tab that is still waiting for its turn after so long is not the first one. */
const TURN_MS = 500

/** Speaks for a tab: says that it records, and asks who does while it may not. */
export class RecordingTabVoice {
  readonly #store: ReturnType<typeof createStore>
  readonly #services: Services
  readonly #openedAtMs: number
  #cancelTurn: () => void = () => undefined

  constructor(store: ReturnType<typeof createStore>, signal: AbortSignal) {
    this.#store = store
    this.#services = store.get(servicesAtom)
    this.#openedAtMs = this.#services.nowMs()
    this.#services.cameras.tabs.listen((message) => this.#hear(message), signal)
    signal.addEventListener('abort', () => this.#cancelTurn())
  }

  /** This tab wants to record, and waits for its turn. */
  wait(): void {
    this.#cancelTurn = this.#services.after(TURN_MS, () => {
      if (this.#store.get(recordingTabAtom).phase === 'unknown') this.#set({ phase: 'elsewhere', tab: null })
      this.ask()
    })
  }

  /** It is this tab's turn, and it gets ready: a slow machine may need more time for that than others wait. */
  prepare(): void {
    this.#cancelTurn()
  }

  /** It records. */
  begin(): void {
    this.#set({ phase: 'here' })
    this.#announce()
  }

  ask(): void {
    this.#tell({ kind: 'who-records' })
  }

  #announce(): void {
    this.#tell({ kind: 'recording', sinceMs: this.#openedAtMs, title: this.#services.cameras.screenTitle() })
  }

  #hear(message: unknown): void {
    const { data } = tabMessage.safeParse(message)
    const { phase } = this.#store.get(recordingTabAtom)
    if (data?.kind === 'who-records' && phase === 'here') this.#announce()
    if (data?.kind === 'recording' && phase === 'elsewhere') {
      this.#set({ phase: 'elsewhere', tab: { sinceMs: data.sinceMs, title: data.title } })
    }
  }

  #tell(message: TabMessage): void {
    this.#services.cameras.tabs.tell(message)
  }

  #set(tab: RecordingTab): void {
    this.#store.set(recordingTabAtom, tab)
  }
}
