import { parseArgs } from 'node:util'
import { callOf, fail, pathOf } from './command-line'
import { textOfCheck, verifyFiles } from './evidence/verify-files'
import { outliveOutput } from './lib/end-signals'

const USAGE = `Say which: ${callOf('verify', 'FILE [PROOF] [--hub-key FINGERPRINT]')}
Ends with 0: genuine, and the hub's key was compared; 1: not genuine; 2: nobody can say, for there is nothing to read, or no key to compare.`

const HUB_KEY =
  "--hub-key must be the fingerprint of the hub's key, 64 digits and letters from a to f, as the dialog of a proof and GET /v1/evidence/key say it. That of the hub's certificate is another."

/** `npm run verify`: is this what the camera recorded? A script takes 0 for yes, so that it is never said of a hub that nobody named (PROOF-17). */
async function main(): Promise<void> {
  outliveOutput()
  const asked = readArguments()
  if (asked === null) return failToSay([USAGE])
  if (asked.hubKey !== null && !/^[0-9a-f]{64}$/.test(asked.hubKey)) return failToSay([HUB_KEY])
  const [file, proof] = asked.paths.map(pathOf)
  const check = await verifyFiles(file ?? '', proof ?? null, asked.hubKey)
  if (check.kind === 'refused') return failToSay([check.sentence])
  process.stdout.write(`${check.files.map(textOfCheck).join('\n\n')}\n`)
  const outcomes = new Set(check.files.map(({ outcome }) => outcome))
  if (outcomes.has('not-genuine')) process.exitCode = 1
  else if (outcomes.has('unproven')) failToSay(['Of a recording without its proof nobody can say anything.'])
  else if (outcomes.has('unknown-hub'))
    failToSay(['The key of the hub was not compared: --hub-key FINGERPRINT, as the hub itself says it.'])
}

function failToSay(sentences: readonly string[]): void {
  fail(sentences)
  process.exitCode = 2
}

function readArguments(): { readonly paths: readonly string[]; readonly hubKey: string | null } | null {
  const given = process.argv.slice(2)
  const args = given[0] === '--' ? given.slice(1) : given
  try {
    const options = { 'hub-key': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const hubKey = values['hub-key']?.toLowerCase() ?? null
    return positionals.length >= 1 && positionals.length <= 2 ? { paths: positionals, hubKey } : null
  } catch {
    return null
  }
}

await main()
