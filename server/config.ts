import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { type Tier, tier } from '../src/contract/plans'

/** What the environment says, checked (design 2). */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Origin under which people reach the hub; null: whatever address a request came to. */
  readonly publicOrigin: string | null
  /** Paths of PEM files. */
  readonly tls: { readonly certPath: string; readonly keyPath: string } | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly defaultTier: Tier
  readonly logLevel: LogLevel
  /** Folder of the built web app; null: the hub serves the API only. */
  readonly appDir: string | null
  /** Variables that were set and that this version does not use yet. */
  readonly unusedVariables: readonly string[]
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] }

export type Environment = Readonly<Record<string, string | undefined>>

const logLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
type LogLevel = z.infer<typeof logLevel>

const UNUSED_YET = [
  'LLM_BASE_URL',
  'LLM_API_KEY',
  'LLM_MODEL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICES',
  'WEBHOOK_HOSTS',
]

/** To start without these would put data elsewhere than the person asked for. */
const REFUSED_YET: Readonly<Record<string, string>> = {
  DATABASE_URL: 'SQLite in DATA_DIR',
  S3_ENDPOINT: 'files in DATA_DIR',
  S3_BUCKET: 'files in DATA_DIR',
  S3_REGION: 'files in DATA_DIR',
  S3_ACCESS_KEY_ID: 'files in DATA_DIR',
  S3_SECRET_ACCESS_KEY: 'files in DATA_DIR',
  TLS: 'TLS_CERT and TLS_KEY',
}

const PORT_SENTENCE = 'PORT must be a whole number from 0 to 65535.'
const ORIGIN_SENTENCE = 'PUBLIC_URL must be an http or https address without a path, such as https://cam.example.org.'
const SMTP_SENTENCE = 'SMTP_URL must look like smtp://user:password@host:port.'

const variables = z.object({
  PORT: z._default(
    z.pipe(
      z
        .string()
        .check(z.refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, { error: PORT_SENTENCE })),
      z.transform(Number),
    ),
    8080,
  ),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), './data'),
  PUBLIC_URL: z.optional(z.string().check(z.refine(isOrigin, { error: ORIGIN_SENTENCE }))),
  TLS_CERT: z.optional(z.string()),
  TLS_KEY: z.optional(z.string()),
  SMTP_URL: z.optional(z.string().check(z.refine(isSmtpUrl, { error: SMTP_SENTENCE }))),
  MAIL_FROM: z._default(z.string(), 'Nightjar <nightjar@localhost>'),
  DEFAULT_TIER: z._default(z.enum(tier.options, { error: 'DEFAULT_TIER must be FREE, BASIC, PRO or TEAM.' }), 'FREE'),
  LOG_LEVEL: z._default(
    z.enum(logLevel.options, { error: `LOG_LEVEL must be one of ${logLevel.options.join(', ')}.` }),
    'info',
  ),
})
type Variables = z.infer<typeof variables>

/** Checks every variable at once; an empty one counts as not set. */
export function readConfig(environment: Environment, appDir: string | null = null): ConfigResult {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const checked = variables.safeParse(set)
  const problems = [
    ...(checked.error?.issues.map((issue) => issue.message) ?? []),
    ...refusals(set),
    ...tlsProblems(set),
  ]
  if (!checked.success || problems.length > 0) return { ok: false, problems }
  return { ok: true, config: toConfig(checked.data, appDir, set) }
}

function toConfig(values: Variables, appDir: string | null, set: Environment): Config {
  const { TLS_CERT, TLS_KEY } = values
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    publicOrigin: values.PUBLIC_URL === undefined ? null : new URL(values.PUBLIC_URL).origin,
    tls: TLS_CERT === undefined || TLS_KEY === undefined ? null : { certPath: TLS_CERT, keyPath: TLS_KEY },
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    defaultTier: values.DEFAULT_TIER,
    logLevel: values.LOG_LEVEL,
    appDir,
    unusedVariables: UNUSED_YET.filter((name) => set[name] !== undefined),
  }
}

function refusals(set: Environment): string[] {
  return Object.entries(REFUSED_YET)
    .filter(([name]) => set[name] !== undefined)
    .map(([name, instead]) => `${name} is not supported by this version yet: remove it to use ${instead}.`)
}

function tlsProblems(set: Environment): string[] {
  const isHalf = (set['TLS_CERT'] === undefined) !== (set['TLS_KEY'] === undefined)
  return isHalf ? ['TLS_CERT and TLS_KEY must be set together: the paths of two PEM files.'] : []
}

function isOrigin(value: string): boolean {
  const url = parseUrl(value)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false
  return url.href === `${url.origin}/`
}

function isSmtpUrl(value: string): boolean {
  const url = parseUrl(value)
  return url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
}

function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null
}
