import { Server as HttpsServer } from 'node:https'
import type { FastifyInstance } from 'fastify'
import { databaseRefusalOf } from '../db/failures'
import { lockFolder } from '../db/folder-lock'
import { openDatabase } from '../db/open'
import type { Db } from '../db/schema'
import { admission } from '../http/admission'
import { GivenCertificate } from '../http/given-certificate'
import { Lan } from '../http/lan'
import { OwnCertificate } from '../http/own-certificate'
import { type Reach, reachOf } from '../http/reach'
import { collectRoutes, type RouteKey } from '../http/route-table'
import { type Certificates, certificateOf, createServer } from '../http/server'
import { HubError } from '../lib/errors'
import { StartupProblem } from '../lib/startup-problem'
import type { LiveRounds } from '../live/rounds'
import { openPeers } from '../peers/open-peers'
import { removeBlobs, withRoomToRemove } from '../storage/blob-removals'
import { prepareDataFolder, startupProblemOf } from '../storage/data-folder'
import { noteRows, requireRowsHere } from '../storage/rows-mark'
import { StoreUse } from '../storage/s3/store-use'
import { type Keys, loadKeys, loadSharedKeys } from '../storage/secret'
import { claimStore } from '../storage/store-owner'
import { addJobs, startJobs } from './all-jobs'
import { allPlugins } from './all-plugins'
import { allRoutes } from './all-routes'
import type { Config } from './config'
import { warnOfClock } from './health-routes'
import type { HubDeps } from './hub-deps'
import type { Jobs } from './jobs'
import { openServices } from './open-services'
import { reconcile } from './reconciliation'
import { requestMetrics } from './request-metrics'

/** A hub that is ready to listen or to be asked in process. */
export interface Hub {
  readonly fastify: FastifyInstance
  readonly jobs: Jobs
  /** Run by hand where there are no timers. */
  readonly live: LiveRounds
  /** Listens when it is told to; null: others on the network do not reach this hub by itself. */
  readonly lan: Lan | null
  readonly reach: Reach
  /** Renewed by hand where there are no timers. */
  readonly certificate: OwnCertificate | null
  /** Looked for by hand where there are no timers. */
  readonly givenCertificate: GivenCertificate | null
  /** Every route, for checks that must leave none out. */
  readonly routes: readonly RouteKey[]
  /** Finishes requests in flight and frees the data folder. */
  close(): Promise<void>
}

/** Processes of one hub look after its certificate one after the other. */
const RENEWED_APART_MS = 5_000

/** What is on its way out of a bucket may take many minutes, and cameras wait. */
const REMOVAL_LIMIT_MS = 5_000

/** Builds the whole hub on a data folder, which it holds until it is closed. Rejects with StartupProblem. */
export async function buildHub(deps: HubDeps): Promise<Hub> {
  try {
    await prepareDataFolder(deps.config.dataDir)
    // Of several processes the first one of all holds it for them (processes/primary.ts).
    const unlock = deps.ownProcess === undefined ? await lockOwn(deps) : () => undefined
    return await buildLocked(deps, unlock)
  } catch (problem) {
    throw awayProblemOf(startupProblemOf(problem, deps.config.dataDir))
  }
}

/** On a disk that was filled while the hub was off what is too old goes only once it runs. */
function lockOwn(deps: HubDeps): Promise<() => void> {
  return withRoomToRemove(deps, () => lockFolder(deps.config.dataDir))
}

/** Where store or database goes away amid the start, the same sentence that a client would get: it may be there another time. */
function awayProblemOf(problem: unknown): unknown {
  if (problem instanceof StartupProblem || !(problem instanceof Error)) return problem
  const refusal = problem instanceof HubError ? problem : databaseRefusalOf(problem)
  return refusal?.status === 503 ? new StartupProblem(refusal.message, 'time') : problem
}

async function buildLocked(deps: HubDeps, unlock: () => void): Promise<Hub> {
  try {
    const own = await OwnCertificate.open(deps.config, deps.clock)
    const certificates = { own, given: GivenCertificate.open(deps.config) }
    const fastify = createServer(deps.config, deps.logger, certificateOf(deps.config, certificates))
    fastify.addHook('onClose', async () => unlock())
    keepCertificates(fastify, deps, certificates)
    return await assemble(fastify, deps, certificates)
  } catch (problem) {
    unlock()
    throw problem
  }
}

function keepCertificates(fastify: FastifyInstance, deps: HubDeps, { own, given }: Certificates): void {
  const { server, log } = fastify
  if (server instanceof HttpsServer) (given ?? own)?.serve(server)
  own?.tellNews(log)
  if (!deps.hasJobTimers) return
  const stops = [
    own?.keepRenewed(log, RENEWED_APART_MS * ((deps.ownProcess?.number ?? 1) - 1)),
    given?.keepLooking(log),
  ]
  fastify.addHook('onClose', async () => {
    for (const stop of stops) stop?.()
  })
}

async function assemble(fastify: FastifyInstance, deps: HubDeps, { own, given }: Certificates): Promise<Hub> {
  try {
    const routes = collectRoutes(fastify)
    await requireRowsHere(deps.config)
    const onUpgrade = (copy: string) =>
      fastify.log.warn(
        { copy },
        'the database was brought up to date; docs/operations.md says how to go back to this copy',
      )
    const db = await openDatabase(deps.config.dataDir, deps.config.databaseUrl, { onUpgrade })
    fastify.addHook('onClose', async () => db.destroy())
    const keys = await keysOf(deps.config, db)
    const line = deps.ownProcess?.line ?? null
    const peers = await openPeers({ url: deps.config.pubsubUrl, line, secret: keys.mediaLink, log: fastify.log })
    fastify.addHook('onClose', () => peers.close())
    await allPlugins(fastify, deps, keys, peers)
    const lan = own && deps.config.lan && new Lan(fastify, deps.config.lan, own)
    const reach = reachOf(fastify, deps.config, own, lan)
    const services = await openServices(fastify, deps, keys, { db, reach, peers })
    await fastify.register(requestMetrics, { metrics: services.metrics })
    await fastify.register(admission, {
      clock: deps.clock,
      lag: deps.loopLag,
      metrics: services.metrics,
      processes: deps.ownProcess?.of ?? 1,
    })
    const use = new StoreUse(services)
    fastify.addHook('onClose', () => use.end())
    addJobs(services)
    allRoutes(fastify, services)
    await fastify.ready()
    // Processes of one hub have one clock.
    if ((deps.ownProcess?.number ?? 1) === 1) await warnOfClock(services)
    await claimStore(services)
    await noteRows(deps.config)
    await use.claim()
    // What a crash kept from going. What cannot go is logged, and no reason not to start; retention goes on with the rest.
    await removeBlobs(services, AbortSignal.timeout(REMOVAL_LIMIT_MS))
    await reconcile(services)
    startJobs(services)
    return {
      fastify,
      lan,
      reach,
      certificate: own,
      givenCertificate: given,
      jobs: services.jobs,
      live: services.switchboard,
      routes,
      close: () => fastify.close(),
    }
  } catch (problem) {
    await fastify.close()
    throw problem
  }
}

/** Hubs on one PostgreSQL read each other's tokens and links, so that their secret is there. */
function keysOf({ dataDir, databaseUrl }: Config, db: Db): Promise<Keys> {
  return databaseUrl === null ? loadKeys(dataDir) : loadSharedKeys(db)
}
