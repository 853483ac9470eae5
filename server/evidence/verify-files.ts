import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { clipsOf, type GivenClip, type GivenFile, proofNameOf } from '../../src/lib/proof/package'
import { madeWords, unprovenWords, type VerdictWords, verdictWords } from '../../src/lib/proof/verdict-words'
import { type Verdict, verify } from '../../src/lib/proof/verify'
import { filesInZip } from '../../src/lib/zip'

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

/** Checks a recording, or a zip of some, as the page does. Without the path of a proof, it lies beside the recording. */
export async function verifyFiles(path: string, proofPath: string | null, knownHub: string | null): Promise<Check> {
  const beside = /\.zip$/i.test(path) ? [] : [proofPath ?? join(dirname(path), proofNameOf(basename(path)))]
  const given: GivenFile[] = []
  for (const file of [path, ...beside]) {
    const files = await filesAt(file)
    if (typeof files === 'string') return { kind: 'refused', sentence: files }
    given.push(...files)
  }
  const clips = clipsOf(given)
  if (!clips.some(({ kind }) => kind === 'proven')) {
    return { kind: 'refused', sentence: `${path} holds no recording with its proof. Name the zip, or both files.` }
  }
  const files: CheckedFile[] = []
  for (const clip of clips) files.push(await checkedOf(clip, knownHub))
  return { kind: 'checked', files }
}

async function checkedOf(given: GivenClip, knownHub: string | null): Promise<CheckedFile> {
  switch (given.kind) {
    case 'unproven':
      return { name: given.name, outcome: 'unproven', words: unprovenWords }
    case 'made':
      return { name: given.name, outcome: 'made', words: madeWords(given.original) }
    case 'proven': {
      const verdict = await verify(given.clip.bytes, given.proof, knownHub)
      const words = verdictWords(verdict, (ms) => new Date(ms).toISOString())
      return { name: given.clip.name, outcome: outcomeOf(verdict), words }
    }
  }
}

function outcomeOf(verdict: Verdict): CheckedFile['outcome'] {
  if (verdict.kind !== 'genuine') return 'not-genuine'
  return verdict.facts.hub === 'known' ? 'genuine' : 'unknown-hub'
}

/** What a zip holds, or the file itself; a sentence where it cannot be read. */
async function filesAt(path: string): Promise<readonly GivenFile[] | string> {
  const bytes = await readFile(path).catch(() => null)
  if (bytes === null) return `There is no file ${path} that can be read.`
  const file = { name: basename(path), bytes: new Uint8Array(bytes) }
  if (!/\.zip$/i.test(path)) return [file]
  return (await filesInZip(file.bytes)) ?? `The zip ${path} is damaged. Download it again.`
}

/** For a terminal. */
export function textOfCheck({ name, words }: CheckedFile): string {
  const width = Math.max(0, ...words.facts.map(([term]) => term.length))
  const facts = words.facts.map(([term, value]) => `  ${term.padEnd(width)}  ${value}`)
  return [`${name}: ${words.title}`, words.sentence, ...facts].join('\n')
}
