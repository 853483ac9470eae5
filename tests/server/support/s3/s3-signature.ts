import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/** Whether a request was signed with the pair, as AWS Signature Version 4 says; s3rver itself does not look. */
export function isSignedWith(request: IncomingMessage, accessKeyId: string, secretAccessKey: string): boolean {
  const match = AUTHORIZATION.exec(request.headers.authorization ?? '')
  if (match === null) return false
  const [, keyId, scope = '', signedHeaders = '', signature] = match
  const canonical = hash(canonicalRequest(request, signedHeaders))
  const text = ['AWS4-HMAC-SHA256', header(request, 'x-amz-date'), scope, canonical].join('\n')
  const key = scope.split('/').reduce((sum: string | Buffer, part) => sign(sum, part), `AWS4${secretAccessKey}`)
  return keyId === accessKeyId && sign(key, text).toString('hex') === signature
}

function canonicalRequest(request: IncomingMessage, signedHeaders: string): string {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const headers = signedHeaders.split(';').map((name) => `${name}:${header(request, name).trim()}\n`)
  const sortedQuery = query.split('&').sort().join('&')
  const payload = header(request, 'x-amz-content-sha256')
  return [request.method, path, sortedQuery, headers.join(''), signedHeaders, payload].join('\n')
}

function header(request: IncomingMessage, name: string): string {
  return String(request.headers[name] ?? '')
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function sign(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
