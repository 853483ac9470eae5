import jwt from '@fastify/jwt'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config'
import { lockFolder } from './db/folder-lock'
import { openDatabase } from './db/open'
import { tooManyRequests } from './errors'
import { appFiles } from './plugins/app-files'
import { contractRoutes } from './plugins/contract'
import { errorAnswers } from './plugins/errors'
import { extensionsHeader } from './plugins/extensions'
import { jsonBody } from './plugins/json-body'
import { type LoggerOptions, requestLog } from './plugins/request-log'
import { securityHeaders } from './plugins/security-headers'
import { authRoutes } from './routes/auth'
import { cameraRoutes } from './routes/cameras'
import { mediaRoutes } from './routes/media'
import { notificationRoutes } from './routes/notifications'
import { screenshotRoutes } from './routes/screenshots'
import { videoRoutes } from './routes/videos'
import { workspaceRoutes } from './routes/workspaces'
import { createServer } from './server'
import { createAccessTokens } from './services/access-tokens'
import type { Clock } from './services/clock'
import { prepareDataFolder, startupProblemOf } from './services/data-folder'
import { openFileBlobs } from './services/file-blobs'
import { Jobs } from './services/jobs'
import type { Mailer } from './services/mailer'
import { createMediaLinks } from './services/media-links'
import { reconcile } from './services/reconciliation'
import { type Keys, loadKeys } from './services/secret'
import type { Services } from './services/services'
import { SnapshotPace } from './services/snapshot-pace'

export interface HubDeps {
  readonly config: Config
  readonly clock: Clock
  readonly mailer: Mailer
  readonly logger: LoggerOptions
  /** Off: background jobs run only when asked to, by tests. */
  readonly hasJobTimers: boolean
}

/** A hub that is ready to listen or to be asked in process. */
export interface Hub {
  readonly fastify: FastifyInstance
  readonly jobs: Jobs
  /** Finishes requests in flight and frees the data folder. */
  close(): Promise<void>
}

/** Builds the whole hub on a data folder, which it holds until it is closed. Rejects with StartupProblem. */
export async function buildHub(deps: HubDeps): Promise<Hub> {
  try {
    await prepareDataFolder(deps.config.dataDir)
    return await buildLocked(deps, await lockFolder(deps.config.dataDir))
  } catch (problem) {
    throw startupProblemOf(problem, deps.config.dataDir)
  }
}

async function buildLocked(deps: HubDeps, unlock: () => void): Promise<Hub> {
  try {
    const fastify = createServer(deps.config, deps.logger)
    fastify.addHook('onClose', async () => unlock())
    return await assemble(fastify, deps)
  } catch (problem) {
    unlock()
    throw problem
  }
}

async function assemble(fastify: FastifyInstance, deps: HubDeps): Promise<Hub> {
  try {
    const keys = await loadKeys(deps.config.dataDir)
    await registerPlugins(fastify, deps, keys)
    const services = await createServices(fastify, deps, keys)
    registerRoutes(fastify, services)
    await fastify.ready()
    await reconcile(services)
    return { fastify, jobs: services.jobs, close: () => fastify.close() }
  } catch (problem) {
    await fastify.close()
    throw problem
  }
}

async function registerPlugins(fastify: FastifyInstance, { config, clock }: HubDeps, keys: Keys): Promise<void> {
  await fastify.register(errorAnswers)
  await fastify.register(requestLog)
  await fastify.register(securityHeaders, { config })
  await fastify.register(extensionsHeader)
  await fastify.register(jsonBody)
  await fastify.register(multipart)
  await fastify.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(clock.now(), clock.now() + ttl),
  })
  await fastify.register(jwt, {
    secret: keys.accessToken,
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'], ignoreExpiration: true },
  })
  await fastify.register(appFiles, { appDir: config.appDir })
}

async function createServices(fastify: FastifyInstance, deps: HubDeps, keys: Keys): Promise<Services> {
  const { config, clock, mailer } = deps
  const db = await openDatabase(config.dataDir)
  fastify.addHook('onClose', async () => db.destroy())
  const jobs = new Jobs({ db, clock, log: fastify.log, hasTimers: deps.hasJobTimers })
  // Hooks run last in, first out: jobs end before the database closes.
  fastify.addHook('onClose', async () => jobs.close())
  return {
    config,
    clock,
    mailer,
    keys,
    db,
    blobs: await openFileBlobs(config.dataDir),
    links: createMediaLinks(keys.mediaLink, clock),
    accessTokens: createAccessTokens(fastify.jwt, clock),
    snapshotPace: new SnapshotPace(clock),
    jobs,
    log: fastify.log,
  }
}

function registerRoutes(fastify: FastifyInstance, services: Services): void {
  const route = contractRoutes(fastify, services)
  authRoutes(route)
  cameraRoutes(route)
  screenshotRoutes(route)
  videoRoutes(route)
  notificationRoutes(route)
  workspaceRoutes(route)
  mediaRoutes(fastify, services)
  fastify.get('/healthz', async () => ({ status: 'ok' }))
}
