import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import {
  type Answer,
  type Body,
  type Call,
  type PathParameters,
  type Query,
  tokenRuleOf,
} from '../../src/contract/call'
import { API_PREFIX } from '../../src/contract/limits'
import { invalidInput } from '../lib/errors'
import { HeldBodies } from '../lib/request-limits'
import { type Authentication, authenticate, authenticateAgain, type Member } from './auth'

z.config(z.locales.en())

/** Of who is signed in, which is asked before the body is read. The longest that a call takes names 1,000 cameras. */
const MAX_JSON_BYTES = 128 * 1024
/** Of one workspace, of those that are longer than a stranger's. */
const MOST_HELD = 8

/** Who lets a body wait for longer is looked up once more when it is whole, and may be nobody by then. */
const HELD_BACK_MS = 1_000

/** A request that was checked against its call. */
export interface Input<C extends Call> {
  readonly params: Readonly<Record<PathParameters<C['path']>, string>>
  readonly query: Query<C>
  readonly body: Body<C>
  readonly member: C['signedIn'] extends true ? Member : null
  /** Refuses who was signed out or removed while the form came, for those who read one themselves. */
  readonly memberNow: C['signedIn'] extends true ? () => Promise<Member> : null
  readonly request: FastifyRequest
}

/** `S`: what its subject works with. */
export type Handler<C extends Call, S> = (services: S, input: Input<C>) => Promise<Answer<C>>

/** Registers one call of the contract. */
export type Route<S> = <C extends Call>(call: C, handler: Handler<C, S>, options?: RouteConfig) => void
export type RouteConfig = Pick<RouteOptions, 'config'>

declare module 'fastify' {
  interface FastifyRequest {
    member: Member | null
    memberNow: (() => Promise<Member>) | null
  }
}

/** Checks who asks before a body is read, checks what came, and sends nothing that the contract does not name. */
export function contractRoutes<S extends Authentication>(fastify: FastifyInstance, services: S): Route<S> {
  fastify.decorateRequest('member', null)
  fastify.decorateRequest('memberNow', null)
  const held = new HeldBodies(MOST_HELD)
  const holdBody: preParsingHookHandler = (request, _reply, payload, done) => {
    held.hold(request.member?.workspaceId ?? '', request)
    done(null, payload)
  }
  const signIn = (call: Call) => {
    const rule = tokenRuleOf(call)
    return async (request: FastifyRequest) => {
      const member = await authenticate(services, request, rule)
      const foundAtMs = performance.now()
      request.member = member
      request.memberNow = async () => {
        const isFresh = performance.now() - foundAtMs < HELD_BACK_MS
        return isFresh ? member : authenticateAgain(services, member, rule)
      }
    }
  }
  return (call, handler, options = {}) => {
    fastify.route({
      ...options,
      ...(call.signedIn && { bodyLimit: MAX_JSON_BYTES }),
      method: call.method,
      url: API_PREFIX + call.path,
      onRequest: call.signedIn ? [keepFromCaches, signIn(call)] : [keepFromCaches],
      // Files of forms go to the disk, and have places (admission.ts).
      ...(call.signedIn && call.form === undefined && { preParsing: holdBody }),
      handler: async (request, reply) => {
        if (request.memberNow !== null) request.member = await request.memberNow()
        const result = await handler(services, inputOf(call, request))
        reply.code(call.status)
        return call.answer.parse(result)
      },
    })
  }
}

/** Answers hold tokens, names and signed links. */
function keepFromCaches(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header('cache-control', 'no-store')
  done()
}

/** The one place where checked values get the types of their call. */
function inputOf<C extends Call>(call: C, request: FastifyRequest): Input<C> {
  const input = {
    params: request.params,
    query: call.query && checked(call.query, request.query),
    body: call.body && checked(call.body, jsonBody(request)),
    member: request.member,
    memberNow: request.memberNow,
    request,
  }
  // No text of ours needs one, and PostgreSQL cannot store it.
  if (hasNul([input.params, input.query, input.body])) throw invalidInput('Leave out NUL characters.')
  return input as Input<C>
}

/** Not by recursion, which a body of brackets alone would drive through the stack. */
function hasNul(value: unknown): boolean {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (typeof next !== 'object' || next === null || ArrayBuffer.isView(next)) continue
    for (const [name, inner] of Object.entries(next)) waiting.push(name, inner)
  }
  return false
}

function jsonBody(request: FastifyRequest): unknown {
  if (request.body === undefined || request.body === null) throw invalidInput('The request needs a JSON body.')
  return request.body
}

/** Parses, or refuses with a sentence that names the first field that is wrong. */
export function checked<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') ?? ''
  const sentence = issue?.message ?? 'The request is not valid.'
  throw invalidInput(withFullStop(field === '' ? sentence : `${field}: ${sentence}`))
}

/** The library's own messages have none. */
function withFullStop(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
