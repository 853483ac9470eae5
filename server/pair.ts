import { connect, type TLSSocket } from 'node:tls'
import { parseArgs } from 'node:util'
import { renderUnicodeCompact } from 'uqr'
import { emailField } from '../src/contract/sign-in/auth'
import { PAIRING_LIFETIME_MS } from '../src/contract/sign-in/pairings'
import { MINUTE_MS } from '../src/lib/durations'
import { callOf, fail, runTool } from './command-line'
import { openDatabase } from './db/open'
import { readConfig } from './hub/config'
import { requireHub } from './hub/require-hub'
import { systemClock } from './lib/clock'
import { HubError } from './lib/errors'
import { pairFromTerminal, placeBeside } from './sign-in/terminal-pairing'
import { requireRowsHere } from './storage/rows-mark'

const USAGE = `Say for whom: ${callOf('pair', 'ann@example.org')}`
const ANSWER_LIMIT_MS = 3_000
/** Modules of white that scanners want around a code. */
const QUIET_ZONE = 2

/** `npm run hub:pair`: a link that signs one more device in, from the terminal of a running hub. */
async function main(): Promise<void> {
  const asked = readAsked()
  const result = readConfig(process.env)
  if (asked.kind === 'not-understood') return fail([asked.sentence])
  if (!result.ok) return fail(result.problems)
  const { config } = result
  requireHub(config)
  await requireRowsHere(config)
  const db = await openDatabase(config.dataDir, config.databaseUrl, 'refused')
  try {
    const place = await placeBeside(config, fingerprintAt)
    if (place.kind === 'closed') return fail([place.reason])
    const { url, fingerprint, email } = await pairFromTerminal({ db, clock: systemClock }, asked.email, place)
    print(url ?? '', fingerprint, email)
  } catch (problem) {
    if (!(problem instanceof HubError)) throw problem
    fail([problem.message])
  } finally {
    await db.destroy()
  }
}

function print(url: string, fingerprint: string | null, email: string): void {
  const lines = [
    renderUnicodeCompact(url, { border: QUIET_ZONE }),
    url,
    ...(fingerprint === null ? [] : [`SHA-256 of the hub's certificate: ${fingerprint}`]),
    `Whoever opens this link is signed in as ${email}. It is good once, for ${PAIRING_LIFETIME_MS / MINUTE_MS} minutes.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

type Asked =
  /** `email` null: nobody was named. */
  | { readonly kind: 'understood'; readonly email: string | null }
  | { readonly kind: 'not-understood'; readonly sentence: string }

function readAsked(): Asked {
  const given = process.argv.slice(2)
  try {
    const { positionals } = parseArgs({ args: given[0] === '--' ? given.slice(1) : given, allowPositionals: true })
    const [named, ...others] = positionals
    if (others.length > 0) return { kind: 'not-understood', sentence: USAGE }
    if (named === undefined) return { kind: 'understood', email: null }
    const email = emailField.safeParse(named)
    if (!email.success) return { kind: 'not-understood', sentence: `${named} is no e-mail address. ${USAGE}` }
    return { kind: 'understood', email: email.data }
  } catch {
    return { kind: 'not-understood', sentence: USAGE }
  }
}

function fingerprintAt(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    // Whose certificate it is, is what is asked: it is compared with the one in the data folder.
    const socket: TLSSocket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () =>
      settle(socket.getPeerCertificate().fingerprint256 ?? null),
    )
    const settle = (fingerprint: string | null) => {
      socket.destroy()
      resolve(fingerprint)
    }
    socket.setTimeout(ANSWER_LIMIT_MS, () => settle(null))
    socket.on('error', () => settle(null))
  })
}

await runTool(main)
