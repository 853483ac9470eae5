import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { callOf, fail } from './command-line'
import { textOfCheck, verifyFiles } from './evidence/verify-files'

const USAGE = `Say which: ${callOf('verify', 'FILE [PROOF] [--hub-key FINGERPRINT]')}`

/** `npm run verify`: is this what the camera recorded? Ends with 1 where it is not, or nobody can say. */
async function main(): Promise<void> {
  const asked = readArguments()
  if (asked === null) return fail([USAGE])
  // npm runs its scripts in the project's folder, whichever the user is in.
  const from = process.env['INIT_CWD'] ?? process.cwd()
  const [file, proof] = asked.paths.map((path) => resolve(from, path))
  const check = await verifyFiles(file ?? '', proof ?? null, asked.hubKey)
  if (check.kind === 'refused') return fail([check.sentence])
  process.stdout.write(`${check.files.map(textOfCheck).join('\n\n')}\n`)
  if (!check.files.every(({ isGenuine }) => isGenuine)) process.exitCode = 1
}

function readArguments(): { readonly paths: readonly string[]; readonly hubKey: string | null } | null {
  const given = process.argv.slice(2)
  const args = given[0] === '--' ? given.slice(1) : given
  try {
    const options = { 'hub-key': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const hubKey = values['hub-key']?.toLowerCase() ?? null
    const isUsable =
      positionals.length >= 1 && positionals.length <= 2 && (hubKey === null || /^[0-9a-f]{64}$/.test(hubKey))
    return isUsable ? { paths: positionals, hubKey } : null
  } catch {
    return null
  }
}

await main()
