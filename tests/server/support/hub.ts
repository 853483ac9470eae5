import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { LoopLag } from '../../../server/http/loop-lag'
import { buildHub, type Hub } from '../../../server/hub/build-hub'
import { type Config, type Environment, readConfig } from '../../../server/hub/config'
import type { HubDeps } from '../../../server/hub/hub-deps'
import type { Clock } from '../../../server/lib/clock'
import type { Mail, Mailer } from '../../../server/lib/mailer'
import { FilmReader } from '../../../server/recordings/facts/film-reader'
import { API_PREFIX } from '../../../src/contract/limits'
import type { Tier } from '../../../src/contract/plans'
import { environmentOf, forgetDatabase, placeTables } from './database'
import { SecretWatch } from './secret-watch'

/** Time that stands still until a test moves it. */
export interface ManualClock extends Clock {
  advance(ms: number): void
}

/** Keeps mails instead of sending them; `fail` makes the next ones fail. */
export interface RecordingMailer extends Mailer {
  readonly mails: Mail[]
  isFailing: boolean
}

export interface SignedInUser {
  readonly email: string
  readonly token: string
  readonly refreshToken: string
  readonly workspaceId: string
  /** Both headers of an authenticated call (API-02). */
  readonly headers: { readonly authorization: string; readonly 'x-workspace-id': string }
}

export interface TestHub {
  readonly hub: Hub
  readonly fastify: FastifyInstance
  readonly clock: ManualClock
  readonly mails: Mail[]
  readonly mailer: RecordingMailer
  readonly dataDir: string
  /** What the hub logged, a line each. */
  readonly logLines: string[]
  signIn(email?: string): Promise<SignedInUser>
  /** Listens on a free port of 127.0.0.1 and resolves to the origin. */
  listen(): Promise<string>
  /** Closes the hub; removes the data folder unless it was given. */
  close(): Promise<void>
}

export interface TestHubOptions {
  readonly tier?: Tier
  /** A folder to start on again; the caller removes it. */
  readonly dataDir?: string
  readonly clock?: ManualClock
  /** More environment variables. */
  readonly environment?: Readonly<Record<string, string>>
  readonly appDir?: string
  /** What `logLines` holds; without it nothing. All levels are searched for secrets when the hub closes. */
  readonly logLevel?: keyof typeof levels
  /** Other ports. */
  readonly deps?: Pick<
    HubDeps,
    'stripeAddress' | 'assistant' | 'modelLimitMs' | 'outsideNetwork' | 'liveLimits' | 'ownProcess'
  >
  /** Background jobs run by themselves. */
  readonly hasJobTimers?: boolean
  /** Without it the hub counts as never late. */
  readonly loopLag?: LoopLag
}

/** One thread for all hubs of a worker: its start takes longer than most tests. */
const films = new FilmReader()

/** As pino numbers them. */
const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50 } as const
const logged = z.object({ level: z.number() })

function levelOf(line: string): number {
  return logged.parse(JSON.parse(line)).level
}

const START = Date.parse('2026-03-10T12:00:00.000Z')

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nightjar-hub-'))
  await placeTables(dataDir)
  return dataDir
}

/** The real hub on a temporary folder, with SQLite or, in the project `postgres`, PostgreSQL; only time and mail are ours. */
export async function startTestHub(options: TestHubOptions = {}): Promise<TestHub> {
  const dataDir = options.dataDir ?? (await newDataDir())
  const clock = options.clock ?? manualClock()
  const mailer = recordingMailer()
  const logLines: string[] = []
  const secretWatch = new SecretWatch()
  const leastLevel = options.logLevel === undefined ? null : levels[options.logLevel]
  const write = (line: string) => {
    secretWatch.write(line)
    if (leastLevel !== null && levelOf(line) >= leastLevel) logLines.push(line)
  }
  const config = configOf(options, dataDir, await databaseOf(options, dataDir))
  const hub = await buildHub({
    config,
    clock,
    mailer,
    logger: { level: 'trace', stream: { write } },
    hasJobTimers: options.hasJobTimers ?? false,
    loopLag: options.loopLag ?? null,
    films,
    ...options.deps,
  })
  return {
    hub,
    fastify: hub.fastify,
    clock,
    mailer,
    mails: mailer.mails,
    dataDir,
    logLines,
    signIn: async (email = 'ann@example.org') => {
      const user = await signIn(hub.fastify, mailer, email)
      secretWatch.noteSecret('a refresh token', user.refreshToken)
      return user
    },
    listen: () => hub.fastify.listen({ port: 0, host: '127.0.0.1' }),
    close: async () => {
      await hub.close()
      if (options.dataDir === undefined) {
        await rm(dataDir, { recursive: true, force: true })
        await forgetDatabase(dataDir)
      }
      secretWatch.check(mailer.mails)
    },
  }
}

function databaseOf({ environment }: TestHubOptions, dataDir: string): Environment | Promise<Environment> {
  return environment?.['DATABASE_URL'] === undefined ? environmentOf(dataDir) : {}
}

function configOf({ tier, environment, appDir }: TestHubOptions, dataDir: string, database: Environment): Config {
  const variables = { DATA_DIR: dataDir, TZ: 'UTC', ...(tier && { DEFAULT_TIER: tier }), ...database, ...environment }
  const result = readConfig(variables, appDir ?? null)
  if (!result.ok) throw new Error(result.problems.join(' '))
  return result.config
}

export function manualClock(startMs = START): ManualClock {
  let nowMs = startMs
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms
    },
  }
}

function recordingMailer(): RecordingMailer {
  const mailer: RecordingMailer = {
    mails: [],
    isFailing: false,
    send: async (mail) => {
      if (mailer.isFailing) throw new Error('the mail server is away')
      mailer.mails.push(mail)
    },
  }
  return mailer
}

/** The code of the last mail to an address: the line that holds six digits and nothing else. */
export function codeIn(mails: readonly Mail[], email: string): string {
  const mail = mails.findLast(({ to }) => to === email)
  const code = mail?.text.split('\n').find((line) => /^\d{6}$/.test(line))
  if (code === undefined) throw new Error(`no code was mailed to ${email}`)
  return code
}

async function signIn(fastify: FastifyInstance, mailer: RecordingMailer, email: string): Promise<SignedInUser> {
  await fastify.inject({ method: 'POST', url: `${API_PREFIX}/auth/request-otp`, payload: { email } })
  const payload = { email, otp: codeIn(mailer.mails, email) }
  const answer = await fastify.inject({ method: 'POST', url: `${API_PREFIX}/auth/verify-otp`, payload })
  if (answer.statusCode !== 200) throw new Error(`signing in failed: ${answer.body}`)
  const { token, refreshToken, workspaceId } = answer.json<Omit<SignedInUser, 'email' | 'headers'>>()
  const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId }
  return { email, token, refreshToken, workspaceId, headers }
}
