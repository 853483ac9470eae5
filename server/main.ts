import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from './hub/config'
import { openWorker, type Worker } from './hub/processes/worker'
import { outliveOutput } from './lib/end-signals'
import { EXIT_CODES, type Remedy, StartupProblem } from './lib/startup-problem'
import { readVersion } from './lib/version'

const program = fileURLToPath(import.meta.url)
/** Of the archive or the clone: `dist` beside its package.json. */
const built = join(dirname(program), '..')

/** The process: environment in, one line with the address out, an orderly end on a signal. */
async function main(): Promise<void> {
  outliveOutput()
  const worker = openWorker(process.env)
  const result = readConfig(process.env, join(built, 'app'))
  if (!result.ok) return fail(result.problems, 'hand')
  try {
    await run(result.config, worker)
  } catch (problem) {
    if (!(problem instanceof StartupProblem)) throw problem
    if (worker === null) return fail([problem.message], problem.remedy)
    await worker.sayProblems([problem.message], problem.remedy)
    process.exit(EXIT_CODES[problem.remedy])
  }
}

/** What serves is not loaded where nothing is served. */
async function run(config: Config, worker: Worker | null): Promise<void> {
  if (worker === null && config.processes > 1) {
    const { runPrimary } = await import('./hub/processes/primary')
    return runPrimary(config, { program, say: (text) => process.stdout.write(text), complain: fail })
  }
  const { serve } = await import('./hub/serve')
  await serve(config, worker, readVersion(join(built, '..')))
}

function fail(problems: readonly string[], remedy: Remedy): void {
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exitCode = EXIT_CODES[remedy]
}

await main()
