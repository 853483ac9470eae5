import { resolve } from 'node:path'
import * as z from 'zod/mini'
import type { IceServer } from '../../src/contract/live/live'
import { type Tier, tier } from '../../src/contract/plans'
import { isKnownZone } from '../../src/lib/zone-time'
import { type LlmConfig, llmOf, llmProblems, llmVariables } from '../assistant/model/llm-config'
import { type StripeConfig, stripeOf, stripeProblems, stripeVariables } from '../billing/stripe/stripe-config'
import {
  areThingsNamed,
  type PersonModelConfig,
  personModelOf,
  personModelProblems,
  personModelVariables,
} from '../cameras/person-model/person-model-config'
import type { HttpConfig, Tls } from '../http/http-config'
import {
  DEFAULT_PORT,
  hostBesideLan,
  lanAddressesOf,
  lanOf,
  lanProblems,
  lanVariables,
  portOf,
} from '../http/lan-config'
import { trustedProxiesOf, trustedProxiesVariables } from '../http/trusted-proxies-config'
import { hostOf, parseHost } from '../lib/host-names'
import { mailProblems, mailVariables } from '../lib/mailer'
import { machineZone } from '../lib/zone'
import { iceServersOf, iceServersProblems, iceServersVariables } from '../live/ice-servers-config'
import { type MqttConfig, mqttOf, mqttProblems, mqttVariables } from '../mqtt/mqtt-config'
import { type PushHost, pushHostsOf, pushVariables } from '../notifications/push/push-hosts'
import { DEFAULT_WEBHOOK_HOSTS, parseWebhookHosts, type WebhookHost } from '../notifications/sending/webhook-hosts'
import { peersVariables } from '../peers/peers-config'
import { terminalCodesVariables } from '../sign-in/terminal-codes'
import { type StoreConfig, s3Of, s3Problems, snapshotMemoryVariables, storeVariables } from '../storage/stores-config'
import { processesOf, processesProblems, processesVariables } from './processes/processes-config'

/** What the environment says, checked (ENV-03). */
export interface Config extends HttpConfig, StoreConfig {
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Of the machine, or TZ: messages tell their times in it where the workspace has no schedule. */
  readonly timeZone: string
  /** Without a mail server: codes are printed for everybody, also for who has a passkey. */
  readonly hasTerminalCodes: boolean
  /** null: plans are switched on a page of the hub. */
  readonly stripe: StripeConfig | null
  /** Cameras tell people, animals and vehicles from other motion. */
  readonly areThingsNamed: boolean
  /** A person model of the operator's choice; null: cameras use the built-in detector, where things are named. */
  readonly personModel: PersonModelConfig | null
  /** null: the assistant answers by its own rules. */
  readonly llm: LlmConfig | null
  /** Where notification webhooks may go. */
  readonly webhookHosts: readonly WebhookHost[]
  /** The broker that is told of states and events; null: none is. */
  readonly mqtt: MqttConfig | null
  /** Where pushes may go. */
  readonly pushHosts: readonly PushHost[]
  /** What browsers are told of STUN and TURN for live view; without any, local networks work. */
  readonly iceServers: readonly IceServer[]
  /** For the latest pictures of all cameras. */
  readonly snapshotMemoryBytes: number
  /** Where several hubs reach each other; null: this one is alone. */
  readonly pubsubUrl: string | null
  /** That serve this hub, on one port and one data folder. */
  readonly processes: number
  readonly defaultTier: Tier
  readonly logLevel: LogLevel
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] }

export type Environment = Readonly<Record<string, string | undefined>>

const logLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
type LogLevel = z.infer<typeof logLevel>

const PORT_SENTENCE = 'PORT must be a whole number from 0 to 65535.'
const HOST_SENTENCE =
  'HOST must be an address or name of this machine, without http:// and without a port, such as 0.0.0.0.'
const DATA_DIR_SENTENCE = 'DATA_DIR must be the path of a folder, without ~ and without quotes, such as /srv/nightjar.'
const ORIGIN_SENTENCE = 'PUBLIC_URL must be an http or https address without a path, such as https://cam.example.org.'
const TLS_SENTENCE = 'TLS can only be self-signed. For a certificate of your own, set TLS_CERT and TLS_KEY instead.'
const ZONE_SENTENCE = 'TZ must be the name of a time zone, without quotes, such as Europe/Paris.'
const WEBHOOK_HOSTS_SENTENCE =
  'WEBHOOK_HOSTS must be hosts or host:port, separated by commas, such as hooks.slack.com,relay.example.org:8443.'

const variables = z.object({
  PORT: z._default(portOf(PORT_SENTENCE), DEFAULT_PORT),
  HOST: z._default(
    z.string().check(z.refine((value) => hostOf(value) !== null, { error: HOST_SENTENCE })),
    '127.0.0.1',
  ),
  // Nobody means a folder of that name, which would be a new and empty hub: a shell takes both out, a file of variables does not.
  DATA_DIR: z._default(z.string().check(z.regex(/^[^~"']/, { error: DATA_DIR_SENTENCE })), './data'),
  ...storeVariables,
  ...snapshotMemoryVariables,
  ...peersVariables,
  ...processesVariables,
  ...stripeVariables,
  ...llmVariables,
  ...personModelVariables,
  PUBLIC_URL: z.optional(z.string().check(z.refine(isOrigin, { error: ORIGIN_SENTENCE }))),
  ...trustedProxiesVariables,
  ...lanVariables,
  TLS: z.optional(z.literal('self-signed', { error: TLS_SENTENCE })),
  TLS_CERT: z.optional(z.string()),
  TLS_KEY: z.optional(z.string()),
  ...mailVariables,
  TZ: z.optional(z.string().check(z.refine(isZone, { error: ZONE_SENTENCE }))),
  ...terminalCodesVariables,
  ...iceServersVariables,
  ...mqttVariables,
  WEBHOOK_HOSTS: z._default(
    z.string().check(z.refine((value) => parseWebhookHosts(value) !== null, { error: WEBHOOK_HOSTS_SENTENCE })),
    DEFAULT_WEBHOOK_HOSTS,
  ),
  ...pushVariables,
  DEFAULT_TIER: z._default(z.enum(tier.options, { error: 'DEFAULT_TIER must be FREE, BASIC, PRO or TEAM.' }), 'FREE'),
  LOG_LEVEL: z._default(
    z.enum(logLevel.options, { error: `LOG_LEVEL must be one of ${logLevel.options.join(', ')}.` }),
    'info',
  ),
})
type Variables = z.infer<typeof variables>

/** Checks every variable at once; an empty one counts as not set, and blanks around a value do not count. */
export function readConfig(environment: Environment, appDir: string | null = null): ConfigResult {
  const said = Object.entries(environment).map(([name, value]) => [name, value?.trim()] as const)
  const set = Object.fromEntries(said.filter(([, value]) => value))
  const checked = variables.safeParse(set)
  const problems = [
    ...(checked.error?.issues.map((issue) => issue.message) ?? []),
    ...tlsProblems(set),
    ...lanProblems(set),
    ...s3Problems(set),
    ...processesProblems(set),
    ...stripeProblems(set),
    ...llmProblems(set),
    ...personModelProblems(set),
    ...iceServersProblems(set),
    ...mailProblems(set),
    ...mqttProblems(set),
  ]
  if (!checked.success || problems.length > 0) return { ok: false, problems }
  return { ok: true, config: toConfig(checked.data, set, appDir) }
}

function toConfig(values: Variables, set: Environment, appDir: string | null): Config {
  const lan = lanOf(values, set)
  return {
    port: values.PORT,
    host: lan === null ? values.HOST : hostBesideLan(values.HOST),
    lan,
    lanAddresses: lanAddressesOf(values),
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    s3: s3Of(values),
    snapshotMemoryBytes: values.SNAPSHOT_MEMORY_MB,
    pubsubUrl: values.PUBSUB_URL ?? null,
    processes: processesOf(values),
    publicOrigin: values.PUBLIC_URL === undefined ? null : new URL(values.PUBLIC_URL).origin,
    trustedProxies: trustedProxiesOf(values),
    tls: tlsOf(values),
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    timeZone: machineZone(values.TZ),
    hasTerminalCodes: values.TERMINAL_CODES !== undefined,
    stripe: stripeOf(values),
    llm: llmOf(values),
    areThingsNamed: areThingsNamed(values),
    personModel: personModelOf(values),
    webhookHosts: parseWebhookHosts(values.WEBHOOK_HOSTS) ?? [],
    pushHosts: pushHostsOf(values),
    iceServers: iceServersOf(values),
    mqtt: mqttOf(values),
    defaultTier: values.DEFAULT_TIER,
    logLevel: values.LOG_LEVEL,
    appDir,
  }
}

function tlsOf({ TLS, TLS_CERT, TLS_KEY }: Variables): Tls | null {
  if (TLS !== undefined) return { kind: TLS }
  return TLS_CERT === undefined || TLS_KEY === undefined
    ? null
    : { kind: 'files', certPath: TLS_CERT, keyPath: TLS_KEY }
}

function tlsProblems(set: Environment): string[] {
  const isHalf = (set['TLS_CERT'] === undefined) !== (set['TLS_KEY'] === undefined)
  if (isHalf) return ['TLS_CERT and TLS_KEY must be set together: the paths of two PEM files.']
  const isTwice = set['TLS'] !== undefined && set['TLS_CERT'] !== undefined
  return isTwice ? ['TLS=self-signed and TLS_CERT contradict each other: remove one of them.'] : []
}

/** Systems name files by it too, of which the machine has made its zone. */
function isZone(value: string): boolean {
  return isKnownZone(value) || /^[:/]/.test(value)
}

function isOrigin(value: string): boolean {
  const [, host] = /^https?:\/\/([^/]+)\/?$/i.exec(value) ?? []
  return host !== undefined && parseHost(host) !== null
}
