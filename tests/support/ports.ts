import type { KeyValueStorage } from '../../src/state/session-store'

/** Local storage in a map. */
export interface MapStorage extends KeyValueStorage {
  /** Everything that is kept. */
  all(): Record<string, string>
}

export function mapStorage(initial: Readonly<Record<string, string>> = {}): MapStorage {
  const entries = new Map(Object.entries(initial))
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    all: () => Object.fromEntries(entries),
  }
}

/** Timers that run when the test says so. */
export interface ManualTimers {
  readonly after: (delayMs: number, callback: () => void) => () => void
  /** Delays of what waits, in the order of setting. */
  delays(): number[]
  /** Runs all that waits now, and not what that sets. */
  fire(): void
}

export function manualTimers(): ManualTimers {
  const waiting = new Set<{ readonly delayMs: number; readonly callback: () => void }>()
  return {
    after(delayMs, callback) {
      const timer = { delayMs, callback }
      waiting.add(timer)
      return () => void waiting.delete(timer)
    },
    delays: () => [...waiting].map(({ delayMs }) => delayMs),
    fire() {
      const due = [...waiting]
      waiting.clear()
      for (const { callback } of due) callback()
    },
  }
}

/** Cookies of a page, with the attributes that were written. */
export interface FakeCookies {
  /** Every cookie text as written. */
  readonly written: string[]
  read(): string
  write(cookie: string): void
}

export function fakeCookies(initial = ''): FakeCookies {
  const jar = new Map(initial.split('; ').filter(Boolean).map(pairOf))
  const written: string[] = []
  return {
    written,
    read: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    write(cookie) {
      written.push(cookie)
      jar.set(...pairOf(cookie.split(';')[0] ?? ''))
    },
  }
}

function pairOf(text: string): [string, string] {
  const [name = '', ...value] = text.split('=')
  return [name, value.join('=')]
}

/** A tab that the app opened. */
export interface FakeTab {
  url: string | null
  isClosed: boolean
}
