import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Camera } from '../../../src/contract/camera'
import type { SecurityEvent } from '../../../src/contract/event'
import type { Video } from '../../../src/contract/video'
import type { SignedInUser } from './hub'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Somebody who is signed in, or a program with an API token. */
export interface Caller {
  readonly headers: Readonly<Record<string, string>>
}

/** One API call with a JSON body. */
export async function send(fastify: FastifyInstance, user: Caller | null, method: Method, path: string, body?: object) {
  const headers = user === null ? {} : { ...user.headers }
  return fastify.inject({ method, url: `/v1${path}`, headers, ...(body && { payload: body }) })
}

export const door = { name: 'Door', location: 'Hall', deviceId: 'device-1', deviceLabel: 'Front Camera' }

export async function addCamera(fastify: FastifyInstance, user: SignedInUser, name = 'Door'): Promise<Camera> {
  const answer = await send(fastify, user, 'POST', '/cameras', { ...door, name })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<Camera>()
}

export async function listVideos(fastify: FastifyInstance, user: SignedInUser, query = '') {
  const answer = await send(fastify, user, 'GET', `/videos${query}`)
  return answer.json<{ videos: Video[]; total: number }>()
}

export async function listEvents(fastify: FastifyInstance, user: SignedInUser, query = '') {
  const answer = await send(fastify, user, 'GET', `/notifications${query}`)
  return answer.json<{ events: SecurityEvent[]; total: number }>()
}

/** What the assistant says to a message, without the addresses of its links. */
export async function answerTo(
  fastify: FastifyInstance,
  user: SignedInUser,
  message: string,
  more: { readonly timeZone?: string; readonly existingChatId?: string } = {},
): Promise<string> {
  const answer = await send(fastify, user, 'POST', '/ai/chat', { message, existingChatId: null, ...more })
  if (answer.statusCode !== 200) throw new Error(`The assistant answered ${answer.statusCode}: ${answer.body}`)
  return answer.json<{ answer: string }>().answer.replace(/\]\(http[^)]*\)/g, '](link)')
}

/** Path and query of an absolute link, for inject. */
export function pathOf(url: string | null | undefined): string {
  const { pathname, search } = new URL(url ?? '')
  return pathname + search
}

/** Sends bytes as no browser would, and resolves to all that came back. */
export function talk(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (bytes) => {
      answer += String(bytes)
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
