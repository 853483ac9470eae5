import { atom, type createStore } from 'jotai/vanilla'
import { LiveSocket, type LiveSocketEvents } from '../../api/live-socket'
import { calls } from '../../contract/calls'
import { extensionsAtom } from '../http/extensions'
import { servicesAtom } from '../services'
import { isLeavingAtom, userAtom } from '../sign-in/session'
import { type LiveLine, noteLineOpenAtom, notePresenceAtom, noteServersAtom, setLineAtom } from './presence'

/** A line for one sign-in. */
class SharedLine implements LiveLine {
  readonly #socket: LiveSocket
  readonly #listeners = new Set<Partial<LiveSocketEvents>>()

  constructor(store: ReturnType<typeof createStore>) {
    const services = store.get(servicesAtom)
    const { http, session, after, nowMs, random, openSocket } = services
    const ports = {
      open: openSocket,
      after,
      nowMs,
      random,
      session: () => session.read(),
      // Any call renews a token that is over.
      renewToken: async () => {
        await http.send(calls.cameras.checkStatuses, {})
      },
    }
    this.#socket = new LiveSocket(ports, {
      onOpen: () => {
        store.set(noteLineOpenAtom, true)
        for (const listener of [...this.#listeners]) listener.onOpen?.()
      },
      onNews: (news) => {
        if (news.kind === 'welcome') store.set(noteServersAtom, news.iceServers)
        if (news.kind === 'presence') store.set(notePresenceAtom, news.cameras)
        for (const listener of [...this.#listeners]) listener.onNews?.(news)
      },
      onChunk: (chunk) => {
        for (const listener of [...this.#listeners]) listener.onChunk?.(chunk)
      },
      onGone: () => {
        store.set(noteLineOpenAtom, false)
        for (const listener of [...this.#listeners]) listener.onGone?.()
      },
    })
  }

  get isOpen(): boolean {
    return this.#socket.isOpen
  }

  get waitingBytes(): number {
    return this.#socket.waitingBytes
  }

  get hubAheadMs(): number | null {
    return this.#socket.hubAheadMs
  }

  watch = (): (() => void) => this.#socket.watch()

  send: LiveLine['send'] = (request) => this.#socket.send(request)

  sendChunk: LiveLine['sendChunk'] = (chunk) => this.#socket.sendChunk(chunk)

  listen(events: Partial<LiveSocketEvents>, signal: AbortSignal): void {
    if (signal.aborted) return
    this.#listeners.add(events)
    signal.addEventListener('abort', () => this.#listeners.delete(events))
  }

  close(): void {
    const wasOpen = this.#socket.isOpen
    this.#socket.close()
    if (wasOpen) for (const listener of [...this.#listeners]) listener.onGone?.()
    this.#listeners.clear()
  }
}

/** For which user a line is wanted; null: for none. Who leaves would only hear that the hub ends it. */
const wantedForAtom = atom((get) => (get(extensionsAtom).has('live') && !get(isLeavingAtom) ? get(userAtom) : null))

/** Keeps a line for as long as somebody is signed in to a provider that offers it. Returns what ends it. */
export function startLiveLine(store: ReturnType<typeof createStore>): () => void {
  let line: SharedLine | null = null
  let openFor: string | null = null
  const setFor = (user: string | null) => {
    if (user === openFor) return
    openFor = user
    line?.close()
    line = user === null ? null : new SharedLine(store)
    store.set(setLineAtom, line)
  }
  const unsubscribe = store.sub(wantedForAtom, () => setFor(store.get(wantedForAtom)))
  setFor(store.get(wantedForAtom))
  return () => {
    unsubscribe()
    setFor(null)
  }
}
