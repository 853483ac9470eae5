import { createHash, type Hash } from 'node:crypto'
import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { MAX_IMAGE_BYTES } from '../../src/contract/limits'
import { HubError, invalidInput, tooLarge, unsupportedMedia } from '../lib/errors'
import type { ByteSource, StagedBlob } from './blobs'

/** What a form's file is taken into: a file of the hub's (StagedBlob), or memory. */
export interface Stager<File> {
  /** Rejects, leaving nothing behind, when the source fails. */
  stage(source: ByteSource): Promise<File>
}

type Discardable = Pick<StagedBlob, 'discard'>

/** A form that arrived whole. Whoever holds it commits or discards the file. */
export interface ReceivedForm<File = StagedBlob> {
  readonly file: File
  /** Of the file's bytes, in hex; '' where it was not asked for. */
  readonly sha256: string
  /** What the client calls the file; never a path of ours. */
  readonly fileName: string
  readonly fields: Readonly<Record<string, string>>
}

export interface FormRules {
  /** Name of the one file part. */
  readonly part: string
  readonly maxBytes: number
  readonly isHashed: boolean
  /** Begins the sentence of a refusal. */
  readonly what: string
  /** The text parts that count, with the bytes each may have; others are dropped as they come. */
  readonly fieldBytes: Readonly<Record<string, number>>
  /** Text parts that refuse no upload: what cannot be taken comes as ''. */
  readonly forgiven?: readonly string[]
}

/** A JPEG of the largest size in base64. */
export const IMAGE_FIELD_BYTES = Math.ceil((MAX_IMAGE_BYTES * 4) / 3) + 1024
/** The contract's own parts, and some that another client may add. */
const MAX_PARTS = 12

/** Reads a multipart form, its parts in any order, with the file streamed to where it is staged. Leaves nothing on failure. */
export async function receiveForm<File extends Discardable>(
  request: FastifyRequest,
  stager: Stager<File>,
  rules: FormRules,
): Promise<ReceivedForm<File>> {
  if (!request.isMultipart()) throw unsupportedMedia('Send the upload as multipart/form-data.')
  const arriving: Arriving<File> = { file: null, sha256: '', fileName: '', fields: {} }
  try {
    for await (const part of request.parts(partOptions(rules))) await takePart(arriving, part, stager, rules)
    if (arriving.file === null) throw invalidInput(`The part ${rules.part} is missing.`)
    return { ...arriving, file: arriving.file }
  } catch (problem) {
    await arriving.file?.discard()
    readOn(request)
    throw refusalOf(problem)
  }
}

interface Arriving<File> {
  file: File | null
  sha256: string
  fileName: string
  fields: Record<string, string>
}

function partOptions({ part, maxBytes, fieldBytes }: FormRules) {
  return {
    limits: { fileSize: maxBytes, fieldSize: Math.max(1024, ...Object.values(fieldBytes)), parts: MAX_PARTS },
    throwFileSizeLimit: false,
    isPartAFile: (field: string | undefined, type: string | undefined, fileName: string | undefined) =>
      field === part || fileName !== undefined || type === 'application/octet-stream',
  }
}

async function takePart<File>(
  arriving: Arriving<File>,
  part: Multipart,
  stager: Stager<File>,
  rules: FormRules,
): Promise<void> {
  if (part.type === 'file') return takeFile(arriving, part, stager, rules)
  const maxBytes = Object.hasOwn(rules.fieldBytes, part.fieldname) ? rules.fieldBytes[part.fieldname] : undefined
  if (maxBytes === undefined) return
  const text = textOf(part, maxBytes)
  const isForgiven = rules.forgiven?.includes(part.fieldname) ?? false
  if (text instanceof HubError && !isForgiven) throw text
  arriving.fields[part.fieldname] = text instanceof HubError ? '' : text
}

function textOf({ fieldname, value, valueTruncated }: MultipartValue, maxBytes: number): string | HubError {
  if (typeof value !== 'string') return invalidInput(`${fieldname}: Send plain text.`)
  if (value.includes('\0')) return invalidInput(`${fieldname}: Leave out NUL characters.`)
  return valueTruncated || value.length > maxBytes ? tooLarge(`The field ${fieldname}`, maxBytes) : value
}

async function takeFile<File>(
  arriving: Arriving<File>,
  part: MultipartFile,
  stager: Stager<File>,
  rules: FormRules,
): Promise<void> {
  if (part.fieldname !== rules.part) {
    part.file.resume()
    return
  }
  if (arriving.file !== null) throw invalidInput(`Send one part ${rules.part}, not several.`)
  if (rules.isHashed) {
    const hash = createHash('sha256')
    arriving.file = await stager.stage(seenBy(hash, part.file))
    arriving.sha256 = hash.digest('hex')
  } else {
    arriving.file = await stager.stage(part.file)
  }
  arriving.fileName = part.filename ?? ''
  if (part.file.truncated) throw tooLarge(rules.what, rules.maxBytes)
}

/** Hashes bytes on their way to the disk, which costs no second reading. */
async function* seenBy(hash: Hash, source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}

/** A client that is still sending does not read an answer: the rest is taken and dropped. */
function readOn(request: FastifyRequest): void {
  request.raw.unpipe()
  request.raw.resume()
}

/** What the parser says is the client's fault; what the disk says (an errno) is not. */
function refusalOf(problem: unknown): unknown {
  if (problem instanceof HubError) return problem
  if (problem instanceof Error && 'errno' in problem) return problem
  return invalidInput('The upload broke off or is not a readable form. Send it again.')
}
