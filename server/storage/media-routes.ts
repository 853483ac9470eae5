import { basename } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import * as z from 'zod/mini'
import { HubError, notFound } from '../lib/errors'
import { extensionOf, isSnapshot, mediaTypes, type OpenBlob } from './blobs'
import { MEDIA_PREFIX } from './media-links'
import type { StorageServices } from './services'

const address = z.object({ '*': z.string() })
const query = z.object({
  expires: z.string(),
  signature: z.string(),
  download: z.optional(z.string()),
})

/** Signed links, for `img` and `video` elements, which send no token (HUB-16). */
export function mediaRoutes(fastify: FastifyInstance, services: StorageServices): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: `${MEDIA_PREFIX}/*`,
    handler: async (request, reply) => sendMedia(services, request, reply),
  })
}

/** A link that is damaged or old is answered like one to nothing. */
async function sendMedia(
  services: StorageServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { '*': key } = address.parse(request.params)
  const asked = query.safeParse(request.query)
  const isValid = asked.success && services.links.isValid(key, asked.data.expires, asked.data.signature)
  const blob = isValid ? await services.blobs.open(key) : null
  if (blob === null) throw notFound('recording or picture behind this link, or the link has expired')
  setHeaders(reply, key, asked.data?.download === '1')
  return sendBlob(blob, request, reply)
}

function setHeaders(reply: FastifyReply, key: string, isDownload: boolean): void {
  reply.headers({
    'content-type': mediaTypes[extensionOf(key)],
    // The link of a camera's next snapshot is another: no browser asks for this one again, and each would stay on its disk.
    'cache-control': isSnapshot(key) ? 'no-store' : 'private, max-age=300',
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy':
      "sandbox; default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
  })
  if (isDownload) reply.header('content-disposition', `attachment; filename="recording-${basename(key)}"`)
}

/** All of it, or the range that is asked for; closes it. */
export async function sendBlob(blob: OpenBlob, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const range = rangeOf(request, blob.sizeBytes)
  if (range === 'unsatisfiable') {
    await blob.close()
    reply.header('content-range', `bytes */${blob.sizeBytes}`)
    throw new HubError(416, 'invalid-input', 'The file has no such range of bytes.')
  }
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${blob.sizeBytes}`)
  reply.header('content-length', range === null ? blob.sizeBytes : range.end - range.start + 1)
  if (request.method !== 'HEAD') return reply.send(blob.stream(range))
  await blob.close()
  return reply.send()
}

/** null: the whole file, also for what cannot be read or asks for several ranges (RFC 9110, 14.2). */
function rangeOf(request: FastifyRequest, sizeBytes: number): { start: number; end: number } | 'unsatisfiable' | null {
  const header = request.headers.range
  if (header === undefined || !header.startsWith('bytes=')) return null
  const ranges = parseRange(sizeBytes, header)
  // Of a file that is shorter than the end that is asked for, that is all; one that is empty has no end.
  const isEndOfAll = sizeBytes > 0 && /^bytes=-0*[1-9]/.test(header)
  if (ranges === -1) return isEndOfAll ? { start: 0, end: sizeBytes - 1 } : 'unsatisfiable'
  if (ranges === -2 || ranges.length !== 1) return null
  return ranges[0] ?? null
}
