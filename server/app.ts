import jwt from '@fastify/jwt'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config'
import { lockFolder } from './db/folder-lock'
import { openDatabase } from './db/open'
import type { Db } from './db/schema'
import { tooManyRequests } from './errors'
import { appFiles } from './plugins/app-files'
import { contractRoutes } from './plugins/contract'
import { errorAnswers } from './plugins/errors'
import { extensionsHeader } from './plugins/extensions'
import { jsonBody } from './plugins/json-body'
import { lastAnswers } from './plugins/last-answers'
import { type LoggerOptions, requestLog } from './plugins/request-log'
import { requestMetrics } from './plugins/request-metrics'
import { collectRoutes, type RouteKey } from './plugins/route-table'
import { securityHeaders } from './plugins/security-headers'
import { authRoutes } from './routes/auth'
import { billingRoutes } from './routes/billing'
import { cameraRoutes } from './routes/cameras'
import { chatRoutes } from './routes/chats'
import { eventSearchRoutes } from './routes/event-search'
import { mediaRoutes } from './routes/media'
import { memberRoutes } from './routes/members'
import { operationRoutes } from './routes/metrics'
import { notificationTestRoutes } from './routes/notification-tests'
import { notificationRoutes } from './routes/notifications'
import { openapiRoute } from './routes/openapi'
import { personModelRoutes } from './routes/person-model'
import { planPageRoutes } from './routes/plan-page'
import { screenshotRoutes } from './routes/screenshots'
import { stripeWebhookRoute } from './routes/stripe-webhook'
import { videoRoutes } from './routes/videos'
import { workspaceConfigRoutes } from './routes/workspace-config'
import { workspaceExportRoutes } from './routes/workspace-export'
import { workspaceRoutes } from './routes/workspaces'
import { certificateOf, createServer, renewCertificate } from './server'
import { createAccessTokens } from './services/access-tokens'
import { openBilling, type StripeAddress } from './services/billing/billing'
import { addPlanJobs, startPlanJobs } from './services/billing/plan-jobs'
import { removeBlobs } from './services/blob-removals'
import type { Assistant } from './services/chat/assistant'
import { openAssistant } from './services/chat/open-assistant'
import type { Clock } from './services/clock'
import { prepareDataFolder, startupProblemOf } from './services/data-folder'
import { createExportLinks } from './services/export-links'
import { ExportPlaces } from './services/export-places'
import { Jobs } from './services/jobs'
import { Lookups } from './services/lookups'
import type { Mailer } from './services/mailer'
import { createMediaLinks } from './services/media-links'
import { createMetrics } from './services/metrics'
import { requireUnmoved } from './services/moved-mark'
import { addNotificationJobs } from './services/notifications/jobs'
import { nodeNetwork, type WebhookNetwork } from './services/notifications/webhook-network'
import { Webhooks } from './services/notifications/webhooks'
import { openBlobs } from './services/open-blobs'
import { openPersonModel, type PersonModelShelf } from './services/person-model'
import { reconcile } from './services/reconciliation'
import { type Keys, loadKeys, loadSharedKeys } from './services/secret'
import type { Services } from './services/services'
import { SnapshotNotes } from './services/snapshot-notes'
import { SnapshotPace } from './services/snapshot-pace'
import { claimStore } from './services/store-owner'

export interface HubDeps {
  readonly config: Config
  readonly clock: Clock
  readonly mailer: Mailer
  readonly logger: LoggerOptions
  /** Off: background jobs run only when asked to, by tests. */
  readonly hasJobTimers: boolean
  /** In the place of the real network, by tests. */
  readonly webhookNetwork?: WebhookNetwork
  /** In the place of Stripe's own servers, by tests. */
  readonly stripeAddress?: StripeAddress
  /** In the place of the built-in one, by tests. */
  readonly assistant?: Assistant
  /** How long a language model may take, where tests do not wait for a minute. */
  readonly modelLimitMs?: number
}

/** A hub that is ready to listen or to be asked in process. */
export interface Hub {
  readonly fastify: FastifyInstance
  readonly jobs: Jobs
  /** Every route, for checks that must leave none out. */
  readonly routes: readonly RouteKey[]
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
    const certificate = await certificateOf(deps.config, deps.clock)
    const fastify = createServer(deps.config, deps.logger, certificate)
    fastify.addHook('onClose', async () => unlock())
    if (deps.hasJobTimers) renewCertificate(fastify, deps.config, deps.clock)
    return await assemble(fastify, deps)
  } catch (problem) {
    unlock()
    throw problem
  }
}

async function assemble(fastify: FastifyInstance, deps: HubDeps): Promise<Hub> {
  try {
    const routes = collectRoutes(fastify)
    await requireUnmoved(deps.config)
    const db = await openDatabase(deps.config.dataDir, deps.config.databaseUrl)
    fastify.addHook('onClose', async () => db.destroy())
    const keys = await keysOf(deps.config, db)
    await registerPlugins(fastify, deps, keys)
    const services = await createServices(fastify, deps, keys, db)
    await fastify.register(requestMetrics, { metrics: services.metrics })
    addNotificationJobs(services)
    addPlanJobs(services)
    registerRoutes(fastify, services)
    await fastify.ready()
    // What a crash kept from going is no stray.
    await removeBlobs(services)
    await claimStore(services)
    await reconcile(services)
    startPlanJobs(services)
    return { fastify, jobs: services.jobs, routes, close: () => fastify.close() }
  } catch (problem) {
    await fastify.close()
    throw problem
  }
}

async function registerPlugins(fastify: FastifyInstance, { config, clock }: HubDeps, keys: Keys): Promise<void> {
  await fastify.register(errorAnswers)
  await fastify.register(lastAnswers)
  await fastify.register(requestLog)
  await fastify.register(securityHeaders, { config })
  await fastify.register(extensionsHeader, { config })
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

/** Hubs on one PostgreSQL read each other's tokens and links, so that their secret is there. */
function keysOf({ dataDir, databaseUrl }: Config, db: Db): Promise<Keys> {
  return databaseUrl === null ? loadKeys(dataDir) : loadSharedKeys(db)
}

async function createServices(fastify: FastifyInstance, deps: HubDeps, keys: Keys, db: Db): Promise<Services> {
  const { config, clock, mailer } = deps
  const metrics = createMetrics({ db, clock })
  const snapshotPace = new SnapshotPace(clock)
  const jobs = new Jobs({
    ...{ db, clock, log: fastify.log, hasTimers: deps.hasJobTimers, onRound: metrics.noteJob },
    // A data folder has one hub at a time (db/folder-lock.ts).
    isShared: config.databaseUrl !== null,
  })
  // Hooks run last in, first out: jobs end before the database closes.
  fastify.addHook('onClose', async () => jobs.close())
  return {
    config,
    clock,
    mailer,
    keys,
    db,
    blobs: await openBlobs(config, fastify.log),
    links: createMediaLinks(keys.mediaLink, clock),
    exportLinks: createExportLinks(keys.mediaLink, clock),
    exportPlaces: new ExportPlaces(),
    accessTokens: createAccessTokens(fastify.jwt, clock),
    snapshotPace,
    snapshotNotes: new SnapshotNotes(db),
    lookups: new Lookups(db),
    billing: await openBilling(config, keys, clock, deps.stripeAddress ?? null),
    assistant:
      deps.assistant ?? openAssistant({ db, clock, snapshotPace, log: fastify.log }, config.llm, deps.modelLimitMs),
    webhooks: new Webhooks(config.webhookHosts, deps.webhookNetwork ?? nodeNetwork()),
    personModel: await personModelOf(fastify, deps, keys),
    jobs,
    metrics,
    log: fastify.log,
  }
}

async function personModelOf(fastify: FastifyInstance, deps: HubDeps, keys: Keys): Promise<PersonModelShelf | null> {
  const { config, clock } = deps
  if (config.personModel === null) return null
  const ports = { dataDir: config.dataDir, linkKey: keys.mediaLink, clock, log: fastify.log }
  const shelf = await openPersonModel(config.personModel, ports)
  fastify.addHook('onClose', async () => shelf.close())
  return shelf
}

function registerRoutes(fastify: FastifyInstance, services: Services): void {
  const route = contractRoutes(fastify, services)
  authRoutes(route)
  cameraRoutes(route)
  screenshotRoutes(route)
  videoRoutes(route)
  notificationRoutes(route)
  eventSearchRoutes(route)
  notificationTestRoutes(route)
  workspaceRoutes(route)
  workspaceConfigRoutes(route)
  workspaceExportRoutes(fastify, services, route)
  chatRoutes(route)
  billingRoutes(route)
  paymentRoutes(fastify, services)
  mediaRoutes(fastify, services)
  personModelRoutes(fastify, services, route)
  memberRoutes(route)
  openapiRoute(fastify)
  operationRoutes(fastify, services)
}

/** What a browser or Stripe calls without a session. */
function paymentRoutes(fastify: FastifyInstance, services: Services): void {
  const { billing } = services
  if (billing.kind === 'page') planPageRoutes(fastify, services, billing.links)
  else stripeWebhookRoute(fastify, services, billing)
}
