import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyConfig, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { MAX_IMAGE_BYTES } from '../../src/contract/limits'
import { HubError, invalidInput, tooLarge, unsupportedMedia } from '../lib/errors'
import type { BlobStore, StagedBlob } from './blobs'

/** What a form's file is taken into: a file of the hub's (StagedBlob), or memory. */
export interface Stager<File> {
  /** Rejects, leaving nothing behind, when the source fails. */
  stage(source: Readable): Promise<File>
}

type Discardable = Pick<StagedBlob, 'discard'>

/** `sha256`: of all bytes, in hex. */
export type HashedBlob = StagedBlob & { readonly sha256: string }

/** Hashes bytes on their way to the disk, which costs no second reading. */
export function hashed(stager: Pick<BlobStore, 'stage'>): Stager<HashedBlob> {
  return {
    async stage(source) {
      const hash = createHash('sha256')
      async function* seen() {
        for await (const chunk of source as AsyncIterable<Buffer>) {
          hash.update(chunk)
          yield chunk
        }
      }
      const staged = await stager.stage(seen())
      return { ...staged, sha256: hash.digest('hex') }
    },
  }
}

/** A form that arrived whole. Whoever holds it commits or discards the file. */
export interface ReceivedForm<File> {
  readonly file: File
  /** What the client calls the file; never a path of ours. */
  readonly fileName: string
  readonly fields: Readonly<Record<string, string>>
}

export interface FormRules {
  /** Name of the one file part. */
  readonly part: string
  readonly maxBytes: number
  /** Begins the sentence of a refusal. */
  readonly what: string
  /** The text parts that count, with the bytes each may have; others are dropped as they come. */
  readonly fieldBytes: Readonly<Record<string, number>>
  /** Text parts that refuse no upload: what cannot be taken comes as ''. */
  readonly forgiven?: readonly string[]
}

/** A JPEG of the largest size in base64. */
export const IMAGE_FIELD_BYTES = Math.ceil((MAX_IMAGE_BYTES * 4) / 3) + 1024
/** The contract's own parts, and some that another client may add; where the contract has as many, one more than those. */
const MAX_PARTS = 12

/** Leaves the body of a form to who calls receiveForm. */
export const formBody = plugin(
  async (fastify: FastifyInstance) => {
    fastify.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  },
  { name: 'form-body' },
)

/**
 * Reads a multipart form, its parts in any order, with the file streamed to where it is staged. Leaves nothing on failure.
 * The parser is asked by events: iterators of promises around it took a tenth of a snapshot's thread (docs/scaling.md).
 */
export async function receiveForm<File extends Discardable>(
  { raw }: Pick<FastifyRequest, 'raw'>,
  stager: Stager<File>,
  rules: FormRules,
): Promise<ReceivedForm<File>> {
  const arriving: Arriving<File> = { file: null, stream: null, fileName: '', fields: {} }
  try {
    await new Promise<void>((resolve, reject) => {
      const parser = parserFor(raw.headers['content-type'], rules)
      parser.on('field', (name: string | undefined, value: string, _isNameCut: boolean, isCut: boolean) => {
        const text = textOf(name, value, isCut, rules)
        if (text instanceof HubError) reject(text)
        else if (text !== null && name !== undefined) arriving.fields[name] = text
      })
      parser.on('file', (name: string | undefined, stream: BusboyFileStream, fileName: string | undefined) => {
        if (name !== rules.part) return stream.on('error', reject).resume()
        if (arriving.file !== null) return reject(invalidInput(`Send one part ${rules.part}, not several.`))
        // Who stages it says what went wrong: where the disk is full, the stream is only let go.
        stream.on('error', () => undefined)
        stream.once('limit', () => reject(tooLarge(rules.what, rules.maxBytes)))
        const file = stager.stage(stream)
        file.catch(reject)
        Object.assign(arriving, { file, stream, fileName: fileName ?? '' })
      })
      parser.once('partsLimit', () => reject(unreadable()))
      parser.once('finish', resolve)
      parser.on('error', reject)
      const seeEnd = () => raw.readableEnded || reject(unreadable())
      if (raw.destroyed) seeEnd()
      raw.once('close', seeEnd)
      raw.pipe(parser)
    })
    if (arriving.file === null) throw invalidInput(`The part ${rules.part} is missing.`)
    return { file: await arriving.file, fileName: arriving.fileName, fields: arriving.fields }
  } catch (problem) {
    readOn(raw)
    await forget(arriving)
    throw refusalOf(problem)
  }
}

interface Arriving<File> {
  file: Promise<File> | null
  stream: Readable | null
  fileName: string
  readonly fields: Record<string, string>
}

function parserFor(type: string | undefined, { part, maxBytes, fieldBytes }: FormRules): BusboyInstance {
  const parts = Math.max(MAX_PARTS, Object.keys(fieldBytes).length + 2)
  if (type === undefined || !/^multipart\/form-data/i.test(type)) {
    throw unsupportedMedia('Send the upload as multipart/form-data.')
  }
  const config: BusboyConfig = {
    headers: { 'content-type': type },
    limits: { fileSize: maxBytes, fieldSize: Math.max(1024, ...Object.values(fieldBytes)), parts },
    isPartAFile: (field: string | undefined, contentType: string | undefined, fileName: string | undefined) =>
      field === part || fileName !== undefined || contentType === 'application/octet-stream',
  }
  try {
    return new Busboy(config)
  } catch {
    throw unreadable()
  }
}

/** null: it is not one that counts. */
function textOf(name: string | undefined, value: string, isCut: boolean, rules: FormRules): string | HubError | null {
  const maxBytes = name !== undefined && Object.hasOwn(rules.fieldBytes, name) ? rules.fieldBytes[name] : undefined
  if (name === undefined || maxBytes === undefined) return null
  const problem = value.includes('\0')
    ? invalidInput(`${name}: Leave out NUL characters.`)
    : isCut || value.length > maxBytes
      ? tooLarge(`The field ${name}`, maxBytes)
      : null
  if (problem === null) return value
  return rules.forgiven?.includes(name) ? '' : problem
}

/** A client that is still sending does not read an answer: the rest is taken and dropped. */
function readOn(raw: FastifyRequest['raw']): void {
  raw.unpipe()
  raw.resume()
}

async function forget({ file, stream }: Arriving<Discardable>): Promise<void> {
  stream?.destroy(unreadable())
  const staged = await file?.catch(() => null)
  await staged?.discard()
}

/** What the parser says is the client's fault; what the disk says (an errno) is not. */
function refusalOf(problem: unknown): unknown {
  if (problem instanceof HubError) return problem
  if (problem instanceof Error && 'errno' in problem) return problem
  return unreadable()
}

function unreadable(): HubError {
  return invalidInput('The upload broke off or is not a readable form. Send it again.')
}
