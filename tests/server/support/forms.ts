import type { FastifyInstance } from 'fastify'
import { mp4Film, padded, VOID_HEAD_BYTES, webmFilm } from '../../support/films'
import type { SignedInUser } from './hub'

export type Part =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly fileName: string; readonly type: string; readonly bytes: Buffer }

const BOUNDARY = 'nightjar-test-boundary'
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** A multipart body with its parts in the given order. */
export function formOf(parts: readonly Part[]): Buffer {
  return Buffer.concat([...parts.flatMap(bytesOf), Buffer.from(`--${BOUNDARY}--\r\n`)])
}

function bytesOf(part: Part): Buffer[] {
  const begin = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${part.name}"`
  if ('value' in part) return [Buffer.from(`${begin}\r\n\r\n${part.value}\r\n`)]
  const head = `${begin}; filename="${part.fileName}"\r\ncontent-type: ${part.type}\r\n\r\n`
  return [Buffer.from(head), part.bytes, Buffer.from('\r\n')]
}

const film = webmFilm()
/** After so many bytes of a `webm` comes its filling, which may be anything. */
export const FILM_BYTES = film.length + VOID_HEAD_BYTES

/** A film in so many bytes, which are different for every filler. */
export function webm(sizeBytes = 1000, filler = 7): Buffer {
  return padded(film, sizeBytes, filler)
}

export function mp4(sizeBytes = 1000): Buffer {
  const bytes = Buffer.alloc(sizeBytes, 9)
  mp4Film.copy(bytes)
  bytes.writeUInt32BE(sizeBytes - mp4Film.length, mp4Film.length)
  bytes.write('free', mp4Film.length + 4, 'latin1')
  return bytes
}

export function jpeg(sizeBytes = 200, filler = 5): Buffer {
  const bytes = Buffer.alloc(sizeBytes, filler)
  Buffer.from([0xff, 0xd8, 0xff]).copy(bytes)
  return bytes
}

export interface ClipForm {
  readonly cameraId: string
  readonly bytes?: Buffer
  readonly fileName?: string
  readonly type?: string
  /** More text parts, or others in the place of the usual ones; undefined leaves one out. */
  readonly fields?: Readonly<Record<string, string | undefined>>
  readonly isFileFirst?: boolean
}

export function clipParts({
  cameraId,
  bytes = webm(),
  fileName = 'blob',
  type,
  fields,
  isFileFirst,
}: ClipForm): Part[] {
  const usual = { cameraId, size: String(bytes.length), hasAudio: 'false', ...fields }
  const texts = Object.entries(usual).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))
  const file = { name: 'video', fileName, type: type ?? 'video/webm', bytes }
  return isFileFirst ? [file, ...texts] : [...texts, file]
}

export async function postForm(fastify: FastifyInstance, user: SignedInUser, url: string, parts: readonly Part[]) {
  const headers = { ...user.headers, 'content-type': FORM_TYPE }
  return fastify.inject({ method: 'POST', url, headers, payload: formOf(parts) })
}

export async function postClip(fastify: FastifyInstance, user: SignedInUser, form: ClipForm) {
  return postForm(fastify, user, '/v1/videos/upload', clipParts(form))
}

export async function postSnapshot(fastify: FastifyInstance, user: SignedInUser, cameraId: string, bytes = jpeg()) {
  const file = { name: 'screenshot', fileName: 'blob', type: 'image/jpeg', bytes }
  return postForm(fastify, user, `/v1/screenshots/${cameraId}/upload`, [file])
}
