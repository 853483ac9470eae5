import { isCount, isHash, isHashOrNone, isId, isTime, linesOf, NONE, valuesIn } from './signed-lines'

/** What a camera says of a clip that it recorded. */
export interface ClipStatement {
  readonly clipId: string
  readonly cameraId: string
  /** By the camera's clock. */
  readonly recordedAtMs: number
  /** Of the clip's bytes, in hex. */
  readonly sha256: string
  readonly sizeBytes: number
  /** Counts the statements of this key from 1, without a gap. */
  readonly sequence: number
  /** SHA-256 of the statement before; null: this is the key's first. */
  readonly previous: string | null
  /** Fingerprint of the camera's key: a signature alone may fit a key that was made for it. */
  readonly key: string
}

/** What a camera's browser says of a clip that it made into another format before it delivered it. */
export interface ConversionStatement {
  /** SHA-256 of the statement of what was recorded. */
  readonly of: string
  readonly key: string
  /** Of the bytes that are delivered. */
  readonly sha256: string
  readonly sizeBytes: number
}

const TITLE = 'nightjar clip statement 1'
const names = ['clip', 'camera', 'recorded', 'sha256', 'size', 'sequence', 'previous', 'key'] as const

export function clipStatementText(statement: ClipStatement): string {
  return linesOf(TITLE, [
    ['clip', statement.clipId],
    ['camera', statement.cameraId],
    ['recorded', new Date(statement.recordedAtMs).toISOString()],
    ['sha256', statement.sha256],
    ['size', String(statement.sizeBytes)],
    ['sequence', String(statement.sequence)],
    ['previous', statement.previous ?? NONE],
    ['key', statement.key],
  ])
}

/** null: it is no statement of a clip. */
export function readClipStatement(text: string): ClipStatement | null {
  const said = valuesIn(TITLE, names, text)
  if (said === null) return null
  const isWhole =
    [said.clip, said.camera].every(isId) &&
    [said.sha256, said.key].every(isHash) &&
    [said.size, said.sequence].every(isCount) &&
    isTime(said.recorded) &&
    isHashOrNone(said.previous)
  const sequence = Number(said.sequence)
  // The first has none before it, all others have.
  if (!isWhole || sequence === 0 || (sequence === 1) !== (said.previous === NONE)) return null
  return {
    clipId: said.clip,
    cameraId: said.camera,
    sha256: said.sha256,
    sequence,
    key: said.key,
    recordedAtMs: Date.parse(said.recorded),
    sizeBytes: Number(said.size),
    previous: said.previous === NONE ? null : said.previous,
  }
}

const CONVERSION_TITLE = 'nightjar conversion statement 1'
const conversionNames = ['of', 'key', 'sha256', 'size'] as const

export function conversionText({ of, key, sha256, sizeBytes }: ConversionStatement): string {
  return linesOf(CONVERSION_TITLE, [
    ['of', of],
    ['key', key],
    ['sha256', sha256],
    ['size', String(sizeBytes)],
  ])
}

/** null: it is no statement of a conversion. */
export function readConversion(text: string): ConversionStatement | null {
  const said = valuesIn(CONVERSION_TITLE, conversionNames, text)
  if (said === null || ![said.of, said.key, said.sha256].every(isHash) || !isCount(said.size)) return null
  return { of: said.of, key: said.key, sha256: said.sha256, sizeBytes: Number(said.size) }
}
