import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { SLOW_SNAPSHOT_INTERVAL_MS } from '../../src/contract/limits'
import type { Db } from '../db/schema'
import { type HubLoad, type Sheddable, sheddable } from '../http/admission'
import type { Clock } from '../lib/clock'
import { countAllCameras } from './health-rows'
import type { OwnProcess } from './processes/own-process'
import { addProcess } from './processes/process-figures'

/** Three intervals of the slowest pace a camera is asked for (HUB-10). */
const ONLINE_WINDOW_MS = 3 * SLOW_SNAPSHOT_INTERVAL_MS

export type JobOutcome = 'done' | 'failed'

export interface RequestFacts {
  readonly method: string
  /** The pattern, never the address itself, which holds ids. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** How it goes with the MQTT broker, read when somebody asks. */
export interface BrokerFigures {
  readonly state: 'connected' | 'away' | 'waiting'
  /** Events. */
  readonly counts: { readonly told: number; readonly dropped: number }
}

/** Figures of one hub, in Prometheus' words: seconds and bytes. */
export interface Metrics {
  noteRequest(facts: RequestFacts): void
  noteUpload(kind: 'clip' | 'snapshot', sizeBytes: number): void
  noteJob(name: string, outcome: JobOutcome, seconds: number): void
  /** Viewings that began, or (negative) ended. */
  noteViewings(more: number): void
  noteRelayed(bytes: number): void
  /** A hub with a broker has figures of it too. */
  addBroker(broker: BrokerFigures): void
  /** A request that was turned away as the hub had too much to do. */
  noteRefused(kind: Sheddable): void
  addLoad(load: HubLoad): void
  /** Text to be scraped, with its content type. */
  scrape(): Promise<{ readonly type: string; readonly text: string }>
}

interface MetricsPorts {
  readonly db: Db
  readonly clock: Clock
  /** null: the hub has one. */
  readonly ownProcess: OwnProcess | null
}

/** A registry of its own, as tests run several hubs in one process. */
export function createMetrics({ db, clock, ownProcess }: MetricsPorts): Metrics {
  const registry = new Registry()
  // The same at all processes.
  const ofHub = new Registry()
  if (ownProcess !== null) {
    registry.setDefaultLabels({ process: String(ownProcess.number) })
    ownProcess.serveFigures(() => registry.getMetricsAsJSON())
  }
  const ofAll = async () =>
    ownProcess === null ? registry : AggregatorRegistry.aggregate([...(await ownProcess.figuresOfAll())])
  const requests = requestMetrics(registry)
  const work = workMetrics(registry)
  const live = liveMetrics(registry)
  addCameras(ofHub, db, clock)
  addProcess(registry)
  return {
    noteRequest({ method, route, status, seconds }) {
      requests.count.inc({ method, route, status })
      requests.duration.observe({ method, route }, seconds)
    },
    noteUpload(kind, sizeBytes) {
      work.uploads.inc({ kind })
      work.uploadBytes.inc({ kind }, sizeBytes)
    },
    noteRefused: (kind) => work.refused.inc({ kind }),
    addLoad: (load) => addLoad(registry, load),
    noteJob(name, outcome, seconds) {
      work.jobs.inc({ job: name, outcome })
      work.jobSeconds.inc({ job: name }, seconds)
    },
    noteViewings: (more) => live.viewings.inc(more),
    noteRelayed: (bytes) => live.relayedBytes.inc(bytes),
    addBroker: (broker) => addBroker(registry, broker),
    scrape: async () => {
      const text = await Promise.all([ofAll(), ofHub].map(async (one) => (await one).metrics()))
      return { type: registry.contentType, text: text.join('') }
    },
  }
}

function requestMetrics(registry: Registry) {
  const registers = [registry]
  return {
    count: new Counter({
      name: 'nightjar_http_requests_total',
      help: 'Answered requests.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    duration: new Histogram({
      name: 'nightjar_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer.',
      labelNames: ['method', 'route'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
  }
}

function workMetrics(registry: Registry) {
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers: [registry] })
  return {
    uploads: counter('nightjar_uploads_total', 'Clips and snapshots that were stored.', ['kind']),
    uploadBytes: counter('nightjar_upload_bytes_total', 'Bytes of the requests that brought them.', ['kind']),
    refused: counter('nightjar_refused_total', 'Requests refused with 503 as there was too much to do.', ['kind']),
    jobs: counter('nightjar_job_rounds_total', 'Rounds of background jobs.', ['job', 'outcome']),
    jobSeconds: counter('nightjar_job_seconds_total', 'Time that they took.', ['job']),
  }
}

function liveMetrics(registry: Registry) {
  const registers = [registry]
  return {
    viewings: new Gauge({
      name: 'nightjar_live_viewings',
      help: 'Looks through cameras that are under way.',
      registers,
    }),
    relayedBytes: new Counter({
      name: 'nightjar_live_relay_bytes_total',
      help: 'Bytes of live pictures that were handed on to viewers.',
      registers,
    }),
  }
}

function addBroker(registry: Registry, broker: BrokerFigures): void {
  const registers = [registry]
  new Gauge({
    name: 'nightjar_mqtt_state',
    help: 'Whether the MQTT broker is told: connected, away, or waiting for a turn among several hubs.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const state of ['connected', 'away', 'waiting'] as const) this.set({ state }, Number(broker.state === state))
    },
  })
  new Counter({
    name: 'nightjar_mqtt_events_total',
    help: 'Events that the MQTT broker was told, and that it never will be.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      this.inc({ outcome: 'told' }, broker.counts.told)
      this.inc({ outcome: 'dropped' }, broker.counts.dropped)
    },
  })
}

function addLoad(registry: Registry, load: HubLoad): void {
  const registers = [registry]
  new Gauge({
    name: 'nightjar_loop_lag_seconds',
    help: 'How late the process comes to what is due, as a mean of the last second.',
    registers,
    collect() {
      this.set(load.lagMs / 1000)
    },
  })
  new Gauge({
    name: 'nightjar_under_way',
    help: 'Requests that have a place and are not answered yet.',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const kind of sheddable) this.set({ kind }, load.placesTaken(kind))
    },
  })
}

/** Counted when somebody asks. */
function addCameras(registry: Registry, db: Db, clock: Clock): void {
  new Gauge({
    name: 'nightjar_cameras',
    help: 'Cameras of all workspaces: online, and all there are.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { online, all } = await countAllCameras(db, clock.now() - ONLINE_WINDOW_MS)
      this.set({ state: 'online' }, online)
      this.set({ state: 'all' }, all)
    },
  })
}
