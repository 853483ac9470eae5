import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import { MAX_CLIP_BYTES } from '../../contract/limits'
import { formatExactTime } from '../../lib/proof/exact-time'
import { clipsOf, type GivenClip, type GivenFile, UnreadableFile } from '../../lib/proof/package'
import { madeWords, unprovenWords, type VerdictWords, verdictWords } from '../../lib/proof/verdict-words'
import { verify } from '../../lib/proof/verify'
import { filesInZip } from '../../lib/zip-reading'
import { pageServicesAtom } from '../services'
import { uncheckable } from './uncheckable'

export interface CheckedFile {
  readonly name: string
  readonly words: VerdictWords
}

/** The page that checks recordings. */
export type Checking =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading' }
  /** The sentence says what to do. */
  | { readonly phase: 'refused'; readonly text: string }
  | { readonly phase: 'checked'; readonly files: readonly CheckedFile[] }

const stateAtom = atom<Checking>({ phase: 'idle' })
export const checkingAtom = atom((get) => get(stateAtom))

/** A handful of the largest clips. */
const MAX_GIVEN_BYTES = 8 * MAX_CLIP_BYTES

/** For the hub to say its key. Without it the verdict says whose receipt it is, and leaves that to be compared. */
const KEY_LIMIT_MS = 5_000

type Given = Pick<File, 'name' | 'size' | 'arrayBuffer' | 'slice'>

/** Checks recordings against their proofs, in this browser alone (PROOF-16). */
export const checkFilesAtom = atom(null, async (get, set, given: readonly Given[]) => {
  if (given.length === 0) return
  const reading: Checking = { phase: 'reading' }
  set(stateAtom, reading)
  const outcome = await set(outcomeAtom, given)
  // Others were given meanwhile.
  if (get(stateAtom) === reading) set(stateAtom, outcome)
})

const outcomeAtom = atom(null, async (get, set, given: readonly Given[]): Promise<Checking> => {
  const insecure = uncheckable()
  if (insecure !== null) return refused(insecure)
  if (given.reduce((sum, { size }) => sum + size, 0) > MAX_GIVEN_BYTES) return refused(sentences.tooLarge)
  try {
    const files = await filesOf(given)
    if (files === null) return refused(sentences.zip)
    const clips = clipsOf(files)
    if (!clips.some(({ kind }) => kind === 'proven')) return refused(sentences.noPair)
    return await checkAll(clips, await set(hubFingerprintAtom))
  } catch (problem) {
    if (problem instanceof UnreadableFile) return refused(sentences.unreadable)
    // Too little memory for a recording, for one: whoever waits for a verdict is told.
    get(pageServicesAtom).reporter.report('The given files could not be checked.', problem)
    return refused(sentences.unchecked)
  }
})

async function checkAll(clips: readonly GivenClip[], hub: string | null): Promise<Checking> {
  const checked: CheckedFile[] = []
  for (const given of clips) {
    if (given.kind === 'unproven') checked.push({ name: given.name, words: unprovenWords })
    else if (given.kind === 'made') checked.push({ name: given.name, words: madeWords(given.original) })
    else {
      const [content, proof] = [await given.clip.read(), await given.proof.read()]
      if (content === null || proof === null) return refused(sentences.zip)
      const verdict = await verify(content, new TextDecoder().decode(proof), hub)
      checked.push({ name: given.clip.name, words: verdictWords(verdict, formatExactTime) })
    }
  }
  return { phase: 'checked', files: checked }
}

const sentences = {
  tooLarge: 'These files are too large to be checked at once. Give one recording with its proof.',
  noPair: 'Give a recording and its proof: the zip of Download with proof, or both files out of it.',
  unreadable: 'A file could not be read. Choose it again.',
  unchecked: 'These files could not be checked. Close other tabs, and give one recording with its proof.',
  zip: 'The zip is damaged. Download it again.',
} as const

function refused(text: string): Checking {
  return { phase: 'refused', text }
}

/** What is in a zip counts as given; null: one is damaged. */
async function filesOf(given: readonly Given[]): Promise<GivenFile[] | null> {
  const files: GivenFile[] = []
  for (const file of given) {
    if (!/\.zip$/i.test(file.name))
      files.push({ name: file.name, read: async () => new Uint8Array(await bytesOf(file)) })
    else {
      const slice = (from: number, to: number) => ({ arrayBuffer: () => bytesOf(file.slice(from, to)) })
      const inside = await filesInZip({ size: file.size, slice })
      if (inside === null) return null
      files.push(...inside)
    }
  }
  return files
}

/** A browser gives nothing of a file that went, or changed, after it was chosen. */
async function bytesOf(part: Pick<Blob, 'arrayBuffer'>): Promise<ArrayBuffer> {
  try {
    return await part.arrayBuffer()
  } catch (problem) {
    throw new UnreadableFile(String(problem))
  }
}

/** Of the hub that serves this page; null where it does not say. */
const hubFingerprintAtom = atom(null, async (get): Promise<string | null> => {
  const { http, offeredByPage } = get(pageServicesAtom)
  if (!(await offeredByPage(AbortSignal.timeout(KEY_LIMIT_MS))).has('evidence')) return null
  const result = await http.send(calls.evidence.hubKey, { timeoutMs: KEY_LIMIT_MS })
  return result.ok ? result.value.fingerprint : null
})
