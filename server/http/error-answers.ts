import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { ErrorBody } from '../../src/contract/errors'
import { databaseRefusalOf } from '../db/failures'
import { diskFails, diskFull, HubError, notFound } from '../lib/errors'

/** One place that turns every failure into `{code, message}`; the unforeseen gives nothing away. */
export const errorAnswers = plugin(
  async (fastify: FastifyInstance) => {
    fastify.setErrorHandler(answerError)
  },
  { name: 'error-answers' },
)

/** Returns nothing: an awaited reply would be waited for by every caller in between. */
export function answerError(
  problem: FastifyError | HubError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = refusalOf(problem)
  if (!(problem instanceof HubError)) logUnforeseen(problem, refusal, request)
  const afterSeconds = refusal.retry?.afterSeconds ?? (refusal.status === 503 ? someSeconds() : null)
  if (afterSeconds !== null) reply.header('retry-after', afterSeconds)
  // What was said of a file before its first byte failed does not hold for this: Chrome keeps a 503 for as long as it is told.
  reply.header('cache-control', 'no-store')
  if (refusal.status !== 416) reply.removeHeader('content-range')
  reply.code(refusal.status).type('application/json; charset=utf-8').send(bodyOf(refusal))
}

/** Nobody knows when a disk, a store or a database is back; programs that were refused together shall not come back so. */
function someSeconds(): number {
  return 5 + Math.floor(6 * Math.random())
}

/** What only a database said may be a bug of ours too, and would go unseen as a plain refusal. */
function logUnforeseen(problem: Error, { status }: HubError, { log }: FastifyRequest): void {
  if (status >= 500) log.error({ err: problem }, 'a request failed')
  else if (databaseRefusalOf(problem) !== null) log.warn({ err: problem }, 'the database refused a request')
}

function bodyOf({ code, message, retry }: HubError): ErrorBody {
  return retry === null ? { code, message } : { code, message, retryAt: new Date(retry.atMs).toISOString() }
}

function refusalOf(problem: FastifyError | HubError | Error): HubError {
  if (problem instanceof HubError) return problem
  const database = databaseRefusalOf(problem)
  if (database !== null) return database
  const disk = diskRefusalOf(problem)
  if (disk !== null) return disk
  const status = 'statusCode' in problem ? problem.statusCode : undefined
  if (status !== undefined && status >= 400 && status < 500) return frameworkRefusal(status)
  return new HubError(500, 'internal', 'Something went wrong on the hub. Try again.')
}

/** What the system says of files; null: anything else. */
function diskRefusalOf(problem: Error): HubError | null {
  switch ('code' in problem ? problem.code : null) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull()
    case 'EIO':
    case 'EROFS':
      return diskFails()
    default:
      return null
  }
}

/** What the framework refuses before a route sees it. */
function frameworkRefusal(status: number): HubError {
  switch (status) {
    case 404:
      return notFound('address')
    case 413:
      return new HubError(413, 'too-large', 'The request is too large.')
    case 406:
    case 415:
      return new HubError(
        415,
        'unsupported-media',
        'The hub does not read this content type here. Send JSON with the header Content-Type: application/json, files as multipart/form-data.',
      )
    default:
      return new HubError(
        400,
        'invalid-input',
        'The request could not be read. Look whether its body is whole, and JSON.',
      )
  }
}
