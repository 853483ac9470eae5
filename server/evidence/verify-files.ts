import { basename, dirname, join } from 'node:path'
import { clipsOf, type GivenClip, type GivenFile, proofNameOf, UnreadableFile } from '../../src/lib/proof/package'
import { madeWords, unprovenWords, type VerdictWords, verdictWords } from '../../src/lib/proof/verdict-words'
import { type Verdict, verify } from '../../src/lib/proof/verify'
import { filesInZip } from '../../src/lib/zip-reading'
import { type OpenFile, openFile } from './open-file'

export interface CheckedFile {
  readonly name: string
  /** Of an unknown hub: file and proof agree, and anybody can run a hub that signs. Made: of a recording beside it. */
  readonly outcome: 'genuine' | 'unknown-hub' | 'not-genuine' | 'unproven' | 'made'
  readonly words: VerdictWords
}

export type Check =
  | { readonly kind: 'checked'; readonly files: readonly CheckedFile[] }
  /** The sentence says what to do. */
  | { readonly kind: 'refused'; readonly sentence: string }

/**
 * Checks a recording, or a zip of some, as the page does. Without the path of a proof, it lies beside the recording. One
 * recording is in memory at a time, however large the zip.
 */
export async function verifyFiles(path: string, proofPath: string | null, knownHub: string | null): Promise<Check> {
  const isZip = /\.zip$/i.test(path)
  // Which of its recordings that would be the proof of, nobody said.
  if (isZip && proofPath !== null) return { kind: 'refused', sentence: twoProofs(path, proofPath) }
  const beside = isZip ? [] : [proofPath ?? join(dirname(path), proofNameOf(basename(path)))]
  const opened: OpenFile[] = []
  try {
    const given: GivenFile[] = []
    for (const each of [path, ...beside]) {
      const file = await openFile(each)
      if (typeof file === 'string') return { kind: 'refused', sentence: file }
      opened.push(file)
      const files = await filesOf(file)
      if (files === null) return { kind: 'refused', sentence: damaged(each) }
      given.push(...files)
    }
    return await checkAll(given, path, knownHub)
  } catch (problem) {
    if (!(problem instanceof UnreadableFile)) throw problem
    return { kind: 'refused', sentence: problem.message }
  } finally {
    for (const { handle } of opened) await handle.close()
  }
}

const twoProofs = (zip: string, proof: string) =>
  `A zip has the proofs of its recordings in it: leave out ${proof}, or unpack ${zip} and name the recording.`

const damaged = (path: string) => `The zip ${path} is damaged. Download it again.`

async function checkAll(given: readonly GivenFile[], path: string, knownHub: string | null): Promise<Check> {
  const clips = clipsOf(given)
  if (!clips.some(({ kind }) => kind === 'proven')) {
    return { kind: 'refused', sentence: `${path} holds no recording with its proof. Name the zip, or both files.` }
  }
  const files: CheckedFile[] = []
  for (const clip of clips) {
    const checked = await checkedOf(clip, knownHub)
    if (checked === null) return { kind: 'refused', sentence: damaged(path) }
    files.push(checked)
  }
  return { kind: 'checked', files }
}

/** null: it is damaged within its zip. */
async function checkedOf(given: GivenClip, knownHub: string | null): Promise<CheckedFile | null> {
  switch (given.kind) {
    case 'unproven':
      return { name: given.name, outcome: 'unproven', words: unprovenWords }
    case 'made':
      return { name: given.name, outcome: 'made', words: madeWords(given.original) }
    case 'proven': {
      const [content, proof] = [await given.clip.read(), await given.proof.read()]
      if (content === null || proof === null) return null
      const verdict = await verify(content, new TextDecoder().decode(proof), knownHub)
      const words = verdictWords(verdict, (ms) => new Date(ms).toISOString())
      return { name: given.clip.name, outcome: outcomeOf(verdict), words }
    }
  }
}

function outcomeOf(verdict: Verdict): CheckedFile['outcome'] {
  if (verdict.kind !== 'genuine') return 'not-genuine'
  return verdict.facts.hub === 'known' ? 'genuine' : 'unknown-hub'
}

/** What a zip holds, or the file itself; null: the zip is damaged. */
async function filesOf(file: OpenFile): Promise<readonly GivenFile[] | null> {
  if (/\.zip$/i.test(file.path)) return filesInZip(file)
  const read = async () => new Uint8Array(await file.slice(0, file.size).arrayBuffer())
  return [{ name: basename(file.path), read }]
}

/** Line ends, what moves a terminal's cursor, and what turns the direction of letters. */
const UNPRINTED = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** For a terminal. A forger chose the names: none may write a verdict of its own, or over the one that is told. */
export function textOfCheck({ name, words }: CheckedFile): string {
  const width = Math.max(0, ...words.facts.map(([term]) => term.length))
  const facts = words.facts.map(([term, value]) => `  ${term.padEnd(width)}  ${value}`)
  const lines = [`${name}: ${words.title}`, words.sentence, ...facts]
  return lines.map((line) => line.replaceAll(UNPRINTED, '\ufffd')).join('\n')
}
