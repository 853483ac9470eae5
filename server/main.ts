import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LoopLag } from './http/loop-lag'
import { announcement } from './hub/announcement'
import { buildHub, type Hub } from './hub/build-hub'
import { type Config, readConfig } from './hub/config'
import { readVersion } from './hub/version'
import { systemClock } from './lib/clock'
import { type Mailer, smtpMailer, terminalMailer } from './lib/mailer'
import { StartupProblem } from './lib/startup-problem'

const CLOSE_LIMIT_MS = 10_000

/** The process: environment in, one line with the address out, an orderly end on a signal. */
async function main(): Promise<void> {
  const built = join(dirname(fileURLToPath(import.meta.url)), '..')
  const result = readConfig(process.env, join(built, 'app'))
  if (!result.ok) return fail(result.problems)
  try {
    await start(result.config, readVersion(join(built, '..')))
  } catch (problem) {
    if (!(problem instanceof StartupProblem)) throw problem
    fail([problem.message])
  }
}

async function start(config: Config, version: string | null): Promise<void> {
  const hub = await buildHub({
    config,
    version,
    clock: systemClock,
    mailer: mailerOf(config),
    logger: { level: config.logLevel },
    hasJobTimers: true,
    loopLag: new LoopLag(() => performance.now()),
  })
  // Before it says that it is ready: whoever waits for that may stop it at once.
  closeOnSignal(hub)
  try {
    await listen(hub, config)
  } catch (problem) {
    await hub.close()
    throw problem
  }
}

/** All cameras connect at once where a hub comes back: with Node's 511 that can wait, the system resets some of a thousand. */
const BACKLOG = 4096

async function listen({ fastify, lan, reach }: Hub, config: Config): Promise<void> {
  const { port, host } = config
  await orSay({ variable: 'PORT', port, host }, () => fastify.listen({ port, host, backlog: BACKLOG }))
  if (lan !== null) await orSay({ variable: 'LAN_PORT', port: lan.port, host: 'this machine' }, () => lan.listen())
  process.stdout.write(announcement(addressOf(config, portOf(fastify.server.address())), reach))
}

interface Place {
  readonly variable: 'PORT' | 'LAN_PORT'
  readonly port: number
  readonly host: string
}

async function orSay(place: Place, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (problem) {
    throw new StartupProblem(listenSentence(problem, place))
  }
}

function listenSentence(problem: unknown, { variable, port, host }: Place): string {
  const code = problem instanceof Error && 'code' in problem ? problem.code : ''
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use. Stop what uses it, or set another ${variable}.`
    case 'EACCES':
      return `This user may not listen on port ${port}. Set a ${variable} above 1023.`
    default:
      return `The hub cannot listen on ${host}, port ${port}: ${problem instanceof Error ? problem.message : problem}`
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

function addressOf({ publicOrigin, tls, host }: Config, port: number): string {
  if (publicOrigin !== null) return publicOrigin
  const isLocal = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)
  const name = isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `${tls === null ? 'http' : 'https'}://${name}:${port}`
}

function mailerOf({ smtpUrl, mailFrom }: Config): Mailer {
  return smtpUrl === null ? terminalMailer((text) => process.stdout.write(text)) : smtpMailer(smtpUrl, mailFrom)
}

/** Requests that do not end are cut off at the limit; a second signal ends it at once. */
function closeOnSignal(hub: Hub): void {
  let isClosing = false
  const close = async () => {
    if (isClosing) process.exit(1)
    isClosing = true
    setTimeout(() => hub.fastify.server.closeAllConnections(), CLOSE_LIMIT_MS).unref()
    await hub.close()
    process.exit(0)
  }
  process.on('SIGINT', () => void close())
  process.on('SIGTERM', () => void close())
}

function fail(problems: readonly string[]): void {
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}

await main()
