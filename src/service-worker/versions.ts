import { MINUTE_MS } from '../lib/durations'
import { jsonIn } from '../lib/json'
/** What the build put into one version of the app. */
export interface AppFiles {
  /** Names all files together; stands in the page, too. */
  readonly version: string
  /** Paths of what is kept from the start, without the page. */
  readonly files: readonly string[]
  /** Paths of what is kept once it was loaded. */
  readonly lateFiles: readonly string[]
}

export interface KeptVersion extends AppFiles {
  /** A page of it has said that it shows. */
  readonly hasStarted: boolean
  /** Pages of it that began before one has said so. */
  readonly tries: number
  readonly triedAtMs: number
}

/** Which version a page began with, by the page's id. */
export interface PageNote {
  readonly version: string
  readonly atMs: number
}

/** All that is known of the kept versions, from the oldest to the newest. */
export interface Memory {
  /** Is being fetched: none of its files may be taken for a leftover. */
  readonly arriving: AppFiles | null
  readonly versions: readonly KeptVersion[]
  readonly pages: Readonly<Record<string, PageNote>>
}

export const emptyMemory: Memory = { arriving: null, versions: [], pages: {} }

/** So often a version may fail to show before the one before is taken again (SHELL-08). */
const MOST_TRIES = 2

/** Somebody who loads a page twice in a moment did not wait for it to show. */
const IMPATIENCE_MS = 1_000

/** A page that begins is not among the open ones at once. */
const BEGINNING_MS = MINUTE_MS

const isGivenUp = ({ hasStarted, tries }: KeptVersion) => !hasStarted && tries >= MOST_TRIES

/** The version that the next page gets: the newest that is not given up; null: none is kept. */
export function nextVersion({ versions }: Memory): KeptVersion | null {
  return versions.findLast((kept) => !isGivenUp(kept)) ?? null
}

/** A version arrives no more: it is here, or does not come. The next one may be on its way already. */
export function withoutArrival(memory: Memory, version: string): Memory {
  return memory.arriving?.version === version ? { ...memory, arriving: null } : memory
}

/** A version is complete here. One that came before is the newest again, and tried anew. */
export function withVersion(memory: Memory, app: AppFiles): Memory {
  const before = memory.versions.find(({ version }) => version === app.version)
  const kept = { ...app, hasStarted: before?.hasStarted ?? false, tries: 0, triedAtMs: 0 }
  const others = memory.versions.filter(({ version }) => version !== app.version)
  return { ...withoutArrival(memory, app.version), versions: [...others, kept] }
}

/** A page begins with a version. */
export function withPage(memory: Memory, pageId: string, version: string, nowMs: number): Memory {
  const versions = memory.versions.map((kept) => {
    if (kept.version !== version || kept.hasStarted) return kept
    const isImpatient = kept.tries > 0 && nowMs - kept.triedAtMs < IMPATIENCE_MS
    return { ...kept, tries: kept.tries + (isImpatient ? 0 : 1), triedAtMs: nowMs }
  })
  return { ...memory, versions, pages: { ...memory.pages, [pageId]: { version, atMs: nowMs } } }
}

/** A page shows: its version is a good one. */
export function withStart(memory: Memory, pageId: string, version: string, nowMs: number): Memory {
  const versions = memory.versions.map((kept) => (kept.version === version ? { ...kept, hasStarted: true } : kept))
  return { ...memory, versions, pages: { ...memory.pages, [pageId]: { version, atMs: nowMs } } }
}

/** Without what no page needs any more; everything while a page is open of which nothing is known (SHELL-07). */
export function tidied(memory: Memory, openPages: readonly string[], nowMs: number): Memory {
  const pages = Object.fromEntries(
    Object.entries(memory.pages).filter(([id, { atMs }]) => openPages.includes(id) || nowMs - atMs < BEGINNING_MS),
  )
  if (openPages.some((id) => pages[id] === undefined)) return { ...memory, pages }
  const newest = memory.versions.at(-1)
  const lastGood = memory.versions.findLast(({ hasStarted }) => hasStarted)
  const next = nextVersion(memory)
  const needed = new Set([
    ...Object.values(pages).map(({ version }) => version),
    ...[newest, lastGood, next].flatMap((kept) => (kept === null || kept === undefined ? [] : [kept.version])),
  ])
  return { ...memory, pages, versions: memory.versions.filter(({ version }) => needed.has(version)) }
}

/** What was written down before; nothing where it cannot be read. */
export function readMemory(text: string): Memory {
  const read = jsonIn(text)
  return isMemory(read) ? read : emptyMemory
}

/** Written by this file alone, so that its form tells enough. */
function isMemory(read: unknown): read is Memory {
  return (
    typeof read === 'object' && read !== null && 'versions' in read && 'pages' in read && Array.isArray(read.versions)
  )
}
