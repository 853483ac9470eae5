import type { FastifyInstance } from 'fastify'
import { Describer, type DescriberPorts } from '../assistant/descriptions/describer'
import { openAssistant } from '../assistant/open-assistant'
import { openBilling } from '../billing/billing'
import { openPersonModel, type PersonModelShelf } from '../cameras/person-model/person-model'
import type { CameraWatch } from '../cameras/services'
import type { Db } from '../db/schema'
import { hubKeyOf } from '../evidence/hub-key'
import type { Reach } from '../http/reach'
import { liveLimits } from '../live/limits'
import { programAccess } from '../live/passes'
import { startRounds } from '../live/rounds'
import { Switchboard, type SwitchboardPorts } from '../live/switchboard'
import { MqttPublisher } from '../mqtt/publisher'
import type { MqttServices } from '../mqtt/services'
import { countDelivered } from '../notifications/delivery-rows'
import { redirectMails } from '../notifications/departures'
import { openPush } from '../notifications/push/open-push'
import { nodeNetwork } from '../notifications/sending/outside-network'
import { WebhookCalls } from '../notifications/sending/webhook-calls'
import type { CountOfAll, Peers } from '../peers/peers'
import { FilmReader } from '../recordings/facts/film-reader'
import { believedTime } from '../recordings/retention-clock'
import { createAccessTokens } from '../sign-in/access-tokens'
import { ApiTokens } from '../sign-in/api-tokens'
import { MinuteNotes } from '../sign-in/minute-notes'
import { pairingBrake } from '../sign-in/pairings'
import { SessionLookup } from '../sign-in/session-lookup'
import { noteSessionsSeen } from '../sign-in/session-rows'
import { createMediaLinks } from '../storage/media-links'
import type { Keys } from '../storage/secret'
import { createExportLinks, ExportPlaces } from '../workspace/export-access'
import type { HubDeps } from './hub-deps'
import { Jobs } from './jobs'
import { createMetrics, type Metrics } from './metrics'
import { openSnapshots } from './open-snapshots'
import type { Services } from './services'

/** The services of a hub, which close with it. Rejects with StartupProblem. */
export async function openServices(
  fastify: FastifyInstance,
  deps: HubDeps,
  keys: Keys,
  { db, reach, peers }: { readonly db: Db; readonly reach: Reach; readonly peers: Peers },
): Promise<Services> {
  const { config, clock, mailer } = deps
  const network = deps.outsideNetwork ?? nodeNetwork()
  const ownProcess = deps.ownProcess ?? null
  const metrics = createMetrics({ db, clock, ownProcess })
  const countOfAll: CountOfAll = (key, by, keptMs) => peers.count(key, by, keptMs)
  const snapshots = await openSnapshots(fastify, deps, { db, peers })
  const { blobs, cameraLookup, lastSeen, snapshotPace } = snapshots
  const jobs = new Jobs({
    db,
    clock,
    log: fastify.log,
    hasTimers: deps.hasJobTimers,
    onRound: metrics.noteJob,
    // A data folder has one hub at a time (db/folder-lock.ts).
    isShared: config.databaseUrl !== null,
  })
  // Hooks run last in, first out: jobs end before the database closes.
  fastify.addHook('onClose', async () => jobs.close())
  const films = deps.films ?? openFilms(fastify)
  const limits = deps.liveLimits ?? liveLimits
  const switchboard = openSwitchboard(fastify, deps, {
    cameraLookup,
    metrics,
    peers,
    lookLimitMs: limits.lookMs,
    clock,
    log: fastify.log,
  })
  const vision = config.llm?.takesPictures ? config.llm : null
  const describer = vision && openDescriber(fastify, deps, { db, blobs, llm: vision })
  const hasVision = vision !== null
  const mqtt = openMqtt(
    deps,
    { db, clock, log: fastify.log, blobs, lastSeen, snapshotPace, hasVision, config },
    metrics,
  )
  const accessTokens = createAccessTokens(fastify.jwt, clock)
  const sessionLookup = new SessionLookup(db)
  const apiTokens = new ApiTokens({ db, clock, log: fastify.log }, countOfAll)
  return {
    config,
    version: deps.version ?? null,
    clock,
    mailer,
    keys,
    hubKey: hubKeyOf(keys.receipts),
    db,
    reach,
    ...snapshots,
    links: createMediaLinks(keys.mediaLink, clock),
    exportLinks: createExportLinks(keys.mediaLink, clock),
    exportPlaces: new ExportPlaces(clock, peers),
    peers,
    ownProcess,
    countOfAll,
    accessTokens,
    apiTokens,
    pairingTries: pairingBrake(clock, countOfAll),
    believedTime: () => believedTime({ db, clock }),
    films,
    sessionLookup,
    sessionUse: new MinuteNotes({
      db,
      clock,
      log: fastify.log,
      write: noteSessionsSeen,
      failure: 'when a session was last seen could not be noted',
    }),
    switchboard,
    cameraWatch: watchedBy(describer === null ? [switchboard] : [switchboard, atAllHubs(describer, peers)]),
    programAccess: programAccess({ accessTokens, sessionLookup, apiTokens }),
    liveLimits: limits,
    billing: await openBilling(config, keys, clock, deps.stripeAddress ?? null),
    countMessages: (workspaceId, month) => countDelivered(db, workspaceId, month),
    assistant:
      deps.assistant ??
      openAssistant({ db, clock, lastSeen, snapshotPace, log: fastify.log }, config.llm, deps.modelLimitMs),
    vision,
    describer,
    hasVision,
    mqtt,
    departureWatch: { noteDeparture: redirectMails },
    eventWatch: { noteEvent: (workspaceId) => mqtt?.noteEvent(workspaceId) },
    webhooks: new WebhookCalls(config.webhookHosts, network),
    ...openPush(config, keys, clock, { network, countOfAll }),
    personModel: await personModelOf(fastify, deps, keys),
    jobs,
    metrics,
    log: fastify.log,
  }
}

function openFilms(fastify: FastifyInstance): FilmReader {
  const films = new FilmReader()
  // First of all, so that the job that waits for it ends.
  fastify.addHook('onClose', () => films.close())
  return films
}

/** null: there is no broker. */
function openMqtt({ config, ownProcess }: HubDeps, services: MqttServices, metrics: Metrics): MqttPublisher | null {
  if (config.mqtt === null) return null
  const mqtt = new MqttPublisher(config.mqtt, services, {
    isShared: config.databaseUrl !== null,
    onState: (state) => ownProcess?.tellBroker(state),
  })
  metrics.addBroker(mqtt)
  return mqtt
}

function openDescriber(
  { log }: FastifyInstance,
  { clock, modelLimitMs }: HubDeps,
  ports: Pick<DescriberPorts, 'db' | 'blobs' | 'llm'>,
): Describer {
  return new Describer({
    ...ports,
    clock,
    believedTime: () => believedTime({ db: ports.db, clock }),
    log,
    ...(modelLimitMs !== undefined && { limitMs: modelLimitMs }),
  })
}

function watchedBy(watches: readonly CameraWatch[]): CameraWatch {
  return {
    noteCameraChange: async (workspaceId, cameraId) => {
      await Promise.all(watches.map((watch) => watch.noteCameraChange(workspaceId, cameraId)))
    },
  }
}

/** Any of the hubs may be asking the model about the camera, whichever took the change (VIS-08). */
function atAllHubs(describer: Describer, peers: Peers): CameraWatch {
  peers.hear('described', (cameraId) => void describer.noteCameraChange(String(cameraId)))
  return {
    noteCameraChange: async (_workspaceId, cameraId) => {
      peers.send('described', cameraId)
      await describer.noteCameraChange(cameraId)
    },
  }
}

function openSwitchboard(fastify: FastifyInstance, { hasJobTimers }: HubDeps, ports: SwitchboardPorts): Switchboard {
  const switchboard = new Switchboard(ports)
  const stopRounds = hasJobTimers ? startRounds(switchboard, ports.log) : () => undefined
  fastify.addHook('preClose', async () => {
    stopRounds()
    switchboard.close()
  })
  return switchboard
}

async function personModelOf(fastify: FastifyInstance, deps: HubDeps, keys: Keys): Promise<PersonModelShelf | null> {
  const { config, clock } = deps
  if (config.personModel === null) return null
  const ports = { dataDir: config.dataDir, linkKey: keys.mediaLink, clock, log: fastify.log }
  const shelf = await openPersonModel(config.personModel, ports)
  fastify.addHook('onClose', async () => shelf.close())
  return shelf
}
