import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX } from '../../src/contract/limits'
import type { IceServer, ViewingEnd } from '../../src/contract/live/live'
import {
  cameraUnreachable,
  invalidInput,
  liveOff,
  noTrickle,
  notFound,
  unauthenticated,
  unsupportedMedia,
} from '../lib/errors'
import { onHangUp } from '../lib/hang-up'
import { floodLimit } from '../lib/request-limits'
import type { LiveServices } from './services'
import type { Pass } from './tab'
import type { WhepOutcome } from './whep-viewer'
import { WhepViewings } from './whep-viewings'

const SDP_TYPE = 'application/sdp'
const MAX_OFFER_BYTES = 32 * 1024
/** Latin-1, as Node sends headers. */
const HEADER_TEXT = /^[\x20-\x7e\xa0-\xff]*$/
const URL_OF_CAMERA = `${API_PREFIX}/cameras/:cameraId/whep`
const URL_OF_VIEWING = `${URL_OF_CAMERA}/:viewingId`

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a program that looks. */
    pass: Pass | null
  }
}

interface OfCamera {
  Params: { cameraId: string }
}
interface OfViewing {
  Params: { cameraId: string; viewingId: string }
}

/** WHEP (draft-ietf-wish-whep): cameras in players that are not ours. The session description is all they say. */
export function whepRoutes(fastify: FastifyInstance, services: LiveServices): void {
  // In a room of its own: nothing else takes session descriptions.
  void fastify.register(roomOf(services))
}

function roomOf(services: LiveServices): FastifyPluginAsync {
  const viewings = new WhepViewings(services.switchboard, services.liveLimits.programAnswerMs)
  const links = linksOf(services)
  return async (scope) => {
    scope.decorateRequest('pass', null)
    takeOffers(scope)
    // After the brake on floods, so that nobody tries tokens without end, and before a body is read.
    scope.addHook('preParsing', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      request.pass = await passOf(services, request, reply)
    })
    scope.post<OfCamera>(URL_OF_CAMERA, floodLimit, async (request, reply) => {
      const { viewingId, sdp } = await answerOf(viewings, request, reply)
      const { cameraId } = request.params
      if (links.length > 0) reply.header('link', links.join(', '))
      reply.code(201).header('location', `${API_PREFIX}/cameras/${encodeURIComponent(cameraId)}/whep/${viewingId}`)
      reply.type(SDP_TYPE)
      return sdp
    })
    scope.delete<OfViewing>(URL_OF_VIEWING, floodLimit, async (request) => {
      const { cameraId, viewingId } = request.params
      if (!viewings.end(admitted(request).workspaceId, cameraId, viewingId)) throw notFound('viewing')
      return {}
    })
    scope.patch<OfViewing>(URL_OF_VIEWING, floodLimit, async () => {
      throw noTrickle()
    })
  }
}

function takeOffers(scope: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: MAX_OFFER_BYTES } as const
  scope.addContentTypeParser<string>(SDP_TYPE, options, (_request, body, done) => done(null, body))
}

async function passOf(services: LiveServices, request: FastifyRequest, reply: FastifyReply): Promise<Pass> {
  const token = tokenOf(request.headers.authorization ?? '')
  const asked = request.headers['x-workspace-id']
  const workspaceId = typeof asked === 'string' && asked !== '' ? asked : null
  // For refusals; taken back where there is none.
  reply.header('www-authenticate', 'Bearer')
  const pass = await services.programAccess(token, 'live', { workspaceId, address: request.ip })
  if (pass === null) throw unauthenticated()
  reply.removeHeader('www-authenticate')
  return pass
}

/**
 * Players that can send no header of their own (go2rtc) have the token in the address, as its password: their HTTP library
 * makes Basic of that.
 */
function tokenOf(authorization: string): string {
  const [, scheme = '', sent = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(authorization) ?? []
  if (scheme.toLowerCase() !== 'basic') return sent
  return Buffer.from(sent, 'base64')
    .toString()
    .replace(/^[^:]*:/, '')
}

function admitted({ pass }: FastifyRequest): Pass {
  if (pass === null) throw unauthenticated()
  return pass
}

async function answerOf(viewings: WhepViewings, request: FastifyRequest<OfCamera>, reply: FastifyReply) {
  const offer = request.body
  if (typeof offer !== 'string') throw unsupportedMedia(`Send the offer as ${SDP_TYPE}.`)
  if (!offer.startsWith('v=0')) throw invalidInput('The offer is no session description: it begins with v=0.')
  const { cameraId } = request.params
  // No id has one, and PostgreSQL takes none.
  if (cameraId.includes('\0')) throw notFound('camera')
  const hangUp = new AbortController()
  onHangUp(reply, () => hangUp.abort())
  const asked = { pass: admitted(request), cameraId, offer, signal: hangUp.signal }
  const { viewingId, outcome } = await viewings.begin(asked)
  return { viewingId, sdp: sdpOf(outcome) }
}

function sdpOf(outcome: WhepOutcome): string {
  switch (outcome.kind) {
    case 'answer':
      return outcome.sdp
    case 'late':
      throw cameraUnreachable("The camera's tab did not answer. Look whether it is open and its laptop awake.")
    case 'no-direct':
      throw cameraUnreachable(
        outcome.reason === 'full'
          ? 'As many look through this camera directly as it can serve. Try again when one of them has gone.'
          : 'The camera could not begin. Try again in a moment.',
      )
    case 'end':
      throw refusalOf(outcome.reason)
  }
}

function refusalOf(reason: ViewingEnd): Error {
  switch (reason) {
    case 'no-camera':
      return notFound('camera')
    case 'live-off':
      return liveOff()
    case 'not-allowed':
      return unauthenticated()
    case 'full':
      return cameraUnreachable('As many look through this camera as can. Try again when one of them has gone.')
    case 'camera-away':
      return cameraUnreachable("The camera's tab is not there. Open it on the camera's laptop.")
    case 'left':
    case 'failed':
      return cameraUnreachable('The camera could not begin. Try again in a moment.')
  }
}

/** Told at the start: a header that cannot be sent would fail when the camera has answered. */
function linksOf({ config, log }: LiveServices): string[] {
  const all = config.iceServers.map(linkOf)
  const links = all.filter((link) => HEADER_TEXT.test(link))
  if (links.length < all.length) {
    log.warn(
      { servers: all.length - links.length },
      'players are not told of a server of ICE_SERVERS: no header carries the letters of its user or password',
    )
  }
  return links
}

/** As players learn of STUN and TURN: a Link header for each. */
function linkOf({ urls, username, credential }: IceServer): string {
  const secret =
    username === undefined || credential === undefined
      ? []
      : [`username="${quoted(username)}"`, `credential="${quoted(credential)}"`, 'credential-type="password"']
  return [`<${urls}>`, 'rel="ice-server"', ...secret].join('; ')
}

function quoted(text: string): string {
  return text.replaceAll(/["\\]/g, (one) => `\\${one}`)
}
