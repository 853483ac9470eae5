import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { LoopLag } from '../http/loop-lag'
import { originInMails } from '../http/reach'
import { systemClock } from '../lib/clock'
import { onClosedTerminal, onEndSignals } from '../lib/end-signals'
import { type Mailer, smtpMailer, terminalMailer } from '../lib/mailer'
import { StartupProblem } from '../lib/startup-problem'
import { announcement } from './announcement'
import { buildHub, type Hub } from './build-hub'
import type { Config } from './config'
import { endHub } from './processes/end-hub'
import type { Worker } from './processes/worker'

/**
 * V8 lets a heap of 30 MB grow by a quarter until it marks all of it anew. The bytes of uploads count as growth, so that at
 * 300 snapshots a second it did so 2.5 times a second, which was a third of what they cost (docs/scaling.md).
 */
const HEAP_GROWTH_PERCENT = 200

/** Serves the hub in this process, the only one or one of several. Rejects with StartupProblem. */
export async function serve(config: Config, worker: Worker | null, version: string | null): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
  const hub = await buildHub({
    config,
    version,
    clock: systemClock,
    mailer: mailerOf(config),
    logger: { level: config.logLevel, ...(worker !== null && { process: worker.number }) },
    hasJobTimers: true,
    loopLag: new LoopLag(() => performance.now()),
    ...(worker !== null && { ownProcess: worker }),
  })
  // Before it says that it is ready: whoever waits for that may stop it at once.
  closeOnSignal(hub, worker)
  try {
    await listen(hub, config)
  } catch (problem) {
    await hub.close()
    throw problem
  }
  hub.fastify.log.info({ dataDir: config.dataDir }, 'data is kept there')
  const { reach } = hub
  const mailOrigin = config.smtpUrl === null ? null : originInMails({ config, reach })
  const address = addressOf(config, portOf(hub.fastify.server.address()))
  const said = announcement(address, reach, mailOrigin, config.lanAddresses)
  if (worker === null) process.stdout.write(said)
  else worker.sayReady(said)
}

/** All cameras connect at once where a hub comes back: with Node's 511 that can wait, the system resets some of a thousand. */
const BACKLOG = 4096

async function listen({ fastify, lan }: Hub, config: Config): Promise<void> {
  const { port, host, tls } = config
  // Fastify takes a server that was made for it for one of plain http.
  const listenTextResolver = (address: string) =>
    `Server listening at ${tls === null ? address : address.replace(/^http:/, 'https:')}`
  await orSay({ variable: 'PORT', port, host: `HOST=${host}` }, () =>
    fastify.listen({ port, host, backlog: BACKLOG, listenTextResolver }),
  )
  if (lan !== null) await orSay({ variable: 'LAN_PORT', port: lan.port, host: 'this machine' }, () => lan.listen())
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
    throw listenProblem(problem, place)
  }
}

/** What holds the port may end; an address that is not there may come with its network. */
function listenProblem(problem: unknown, { variable, port, host }: Place): StartupProblem {
  const code = problem instanceof Error && 'code' in problem ? problem.code : ''
  switch (code) {
    case 'EADDRINUSE':
      return new StartupProblem(
        `Port ${port} is already in use. Stop what uses it, or set another ${variable}.`,
        'time',
      )
    case 'EACCES':
      return new StartupProblem(`This user may not listen on port ${port}. Set a ${variable} above 1023.`)
    default: {
      const why = problem instanceof Error ? problem.message : problem
      return new StartupProblem(`The hub cannot listen on ${host}, port ${port}: ${why}`, 'time')
    }
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

/**
 * A second signal ends it at once. One of several processes is told to
 * close by the first as well, and may hear the same signal before that or after.
 */
function closeOnSignal(hub: Hub, worker: Worker | null): void {
  let isClosing = false
  const close = async () => {
    if (isClosing) return
    isClosing = true
    process.exit(await endHub(hub))
  }
  onEndSignals(
    () => void close(),
    () => process.exit(1),
  )
  onClosedTerminal(() => void close())
  worker?.onClose(() => void close())
}
