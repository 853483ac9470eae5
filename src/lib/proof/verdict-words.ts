import type { Neighbour, Order } from './chain'
import type { ClipProblem } from './clip-problem'
import type { HubFacts, Verdict } from './verify'

export interface VerdictWords {
  /** Whether a person may rely on it as it is. */
  readonly tone: 'good' | 'fair' | 'bad'
  readonly title: string
  readonly sentence: string
  /** What else the proof says, each with its name. */
  readonly facts: readonly (readonly [name: string, value: string])[]
}

type TimeWords = (ms: number) => string

/** Why a camera's word was not taken, as the end of a sentence. */
const problemWords: Readonly<Record<ClipProblem, string>> = {
  unreadable: 'what came with it could not be read',
  'bad-signature': 'its signature was not that of the key it named',
  'other-bytes': 'it spoke of other bytes than those that came',
  'other-clip': 'it spoke of another clip',
  'other-camera': 'it spoke of another camera',
  'other-time': 'it gave another time of recording',
  repeated: 'its number had been used before: the browser was set back, or its profile copied',
  'broken-chain': 'it did not fit to the recording before or after it',
}

/** `said`: how a moment is written. */
export function verdictWords(verdict: Verdict, said: TimeWords): VerdictWords {
  switch (verdict.kind) {
    case 'genuine':
      return genuineWords(verdict, said)
    case 'received':
      return {
        tone: 'fair',
        title: 'Unchanged since the hub got it; no camera vouches for it',
        sentence:
          verdict.why === 'none'
            ? 'These are the bytes that the hub received. The camera’s app sent no proof with them, so nothing says what happened before.'
            : `These are the bytes that the hub received. A proof came with them that does not hold: ${problemWords[verdict.why]}.`,
        facts: hubFacts(verdict.facts, said),
      }
    case 'changed':
      return {
        tone: 'bad',
        title: 'Not the recording that this proof is of',
        sentence: `${changedWords[verdict.how]} It was changed, cut or converted, or the proof belongs to another recording. An MP4 made of a recording is never the same file: check the original that lies beside it.`,
        facts: hubFacts(verdict.facts, said),
      }
    case 'proof-wrong':
      return { tone: 'bad', title: 'The proof does not hold', sentence: wrongWords[verdict.part], facts: [] }
    case 'other-hub':
      return {
        tone: 'bad',
        title: 'The receipt is of another hub',
        sentence:
          'File and proof agree, but the key of the receipt is not that of the hub it was compared with. Anybody can run a hub: compare the fingerprint below with that of the hub that the recording is said to be from.',
        facts: hubFacts(verdict.facts, said),
      }
    case 'no-proof':
      return {
        tone: 'bad',
        title: 'This is no proof',
        sentence:
          'The file is none that a hub writes, or it was changed. Take it as it came: its name ends in .proof.json.',
        facts: [],
      }
  }
}

/** Of a recording that was given without its proof. */
export const unprovenWords: VerdictWords = {
  tone: 'bad',
  title: 'No proof of this recording',
  sentence:
    'No proof that was given has its name, so nothing can be said of it. It may be older than the proofs, or its proof was taken away: ask for it.',
  facts: [],
}

/** Of what was made of a recording, and lies beside it. */
export function madeWords(original: string): VerdictWords {
  return {
    tone: 'fair',
    title: 'Not checked',
    sentence: `It was made of ${original}, or of something else: only that file is signed. What it shows is proven where it shows the same.`,
    facts: [],
  }
}

const changedWords = {
  shorter: 'The file is shorter than the recording.',
  longer: 'The file is longer than the recording.',
  'as-long': 'The file is as long as the recording, and its bytes are others.',
} as const

const wrongWords = {
  camera: 'What the camera said was changed, or another key signed it.',
  hub: 'The hub’s receipt was changed, or another key signed it.',
  order: 'The recording before or after does not fit to this one: one of them was put in the place of another.',
  parts: 'It is put together of parts of several proofs.',
} as const

function genuineWords({ facts, checked, order }: Extract<Verdict, { kind: 'genuine' }>, said: TimeWords): VerdictWords {
  const { statement, isConverted } = checked
  const made = isConverted
    ? 'Its camera’s browser recorded it, made it into this format and signed both.'
    : 'It is byte for byte what its camera recorded and signed.'
  const { keySinceMs, keyNumber } = facts.receipt
  const key = `${statement.key.slice(0, 16)}${keySinceMs === null ? '' : `, in use since ${said(keySinceMs)}`}`
  return {
    tone: facts.hub === 'known' ? 'good' : 'fair',
    title: facts.hub === 'known' ? 'Genuine and whole' : 'Genuine and whole, if the hub is the right one',
    sentence: `${made} ${orderWords(order)}`,
    facts: [
      ['Recorded, by the camera’s clock', said(statement.recordedAtMs)],
      ...hubFacts(facts, said),
      ['Number', String(statement.sequence)],
      ['Key of the camera', keyNumber > 1 ? `${key}; its ${ordinal(keyNumber)} key` : key],
    ],
  }
}

function hubFacts({ receipt }: HubFacts, said: TimeWords): VerdictWords['facts'] {
  return [
    ['Camera', receipt.cameraName === '' ? receipt.cameraId : receipt.cameraName],
    ['The hub had it', said(receipt.receivedAtMs)],
    // All of it: it is what others compare.
    ['Key of the hub', receipt.hub],
  ]
}

/** A gap is told, and is no forgery: recordings are removed, or never delivered, and statements may be taken out of a proof. */
function orderWords({ before, after }: Order): string {
  const isWhole = before.kind !== 'missing' && after.kind !== 'missing'
  if (isWhole) return `${placeWords[before.kind][after.kind]}`
  const gaps = [gapWords(before, 'before'), gapWords(after, 'after')].filter((text) => text !== '')
  return `Not in this proof: ${gaps.join(' and ')}; why, a proof does not say.`
}

const placeWords = {
  none: {
    none: 'It is the first that this key signed; of a later one this proof says nothing.',
    joined: 'It is the first that this key signed, and the next one follows it.',
  },
  joined: {
    none: 'It follows the one before; of a later one this proof says nothing.',
    joined: 'The ones before and after it are joined to it without a gap.',
  },
} as const

function gapWords(neighbour: Neighbour, side: 'before' | 'after'): string {
  if (neighbour.kind !== 'missing') return ''
  return neighbour.count === 1 ? `the one ${side} it` : `${neighbour.count} ${side} it`
}

function ordinal(number: number): string {
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10] ?? 'th'
  return `${number}${Math.floor((number % 100) / 10) === 1 ? 'th' : ending}`
}
