import jwt from '@fastify/jwt'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { ExtensionName } from '../../src/contract/extensions'
import { API_PREFIX } from '../../src/contract/limits'
import { SHARE_PAGE } from '../../src/contract/shares'
import { appFiles } from '../http/app-files'
import { errorAnswers } from '../http/error-answers'
import { extensionsHeader } from '../http/extensions'
import { jsonBody } from '../http/json-body'
import { lastAnswers } from '../http/last-answers'
import { requestLog } from '../http/request-log'
import { securityHeaders } from '../http/security-headers'
import { tooManyRequests } from '../lib/errors'
import { sharedRequestLimits } from '../lib/request-limits'
import { liveSocket } from '../live/live-socket'
import type { Peers } from '../peers/peers'
import { networkOf } from '../sign-in/network-of'
import { MEDIA_PREFIX } from '../storage/media-links'
import type { Keys } from '../storage/secret'
import { formBody } from '../storage/uploads'
import type { Config } from './config'
import type { HubDeps } from './hub-deps'

/** Of what we can do, what the operator's settings leave. */
function isOffered(name: ExtensionName, { llm, personModel, areThingsNamed }: Config): boolean {
  if (name === 'descriptions') return llm?.takesPictures === true
  if (name === 'person-model') return personModel !== null
  return areThingsNamed || (name !== 'detections' && name !== 'label-choices')
}

/** What all routes have in common. */
export async function allPlugins(
  fastify: FastifyInstance,
  { config, clock }: HubDeps,
  keys: Keys,
  peers: Peers,
): Promise<void> {
  await fastify.register(errorAnswers)
  await fastify.register(lastAnswers)
  await fastify.register(requestLog)
  await fastify.register(securityHeaders, { config })
  await fastify.register(extensionsHeader, { isOffered: (name) => isOffered(name, config) })
  await fastify.register(jsonBody)
  await fastify.register(formBody)
  await fastify.register(liveSocket)
  await fastify.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => networkOf(ip),
    ...(peers.state !== 'alone' && { store: sharedRequestLimits((key, by, keptMs) => peers.count(key, by, keptMs)) }),
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(clock.now(), clock.now() + ttl),
  })
  await fastify.register(jwt, {
    secret: keys.accessToken,
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'], ignoreExpiration: true },
  })
  await fastify.register(appFiles, { appDir: config.appDir, ownPrefixes: [API_PREFIX, MEDIA_PREFIX, SHARE_PAGE] })
}
