import { Complaint } from './complaint'

/** What a bench measures in the place of its usual run, where the flag of its name is given. */
export interface RunFlag {
  /** What stands behind the flag, as in `--clips N`; null: nothing. */
  readonly takes: string | null
  /** For the usage, in lines. */
  readonly help: string
}

type RunFlags<Name extends string> = Readonly<Record<Name, RunFlag>>

const HELP_COLUMN = 19

export function usageOf<Name extends string>(runs: RunFlags<Name>): string {
  return namesOf(runs)
    .map((name) => {
      const { takes, help } = runs[name]
      const flag = takes === null ? `  --${name}` : `  --${name} ${takes}`
      return `${flag.padEnd(HELP_COLUMN)}${help.replaceAll('\n', `\n${' '.repeat(HELP_COLUMN)}`)}`
    })
    .join('\n')
}

/** For readFlags. */
export function flagsOf<Name extends string>(runs: RunFlags<Name>) {
  const flags = namesOf(runs).map((name) => [name, { type: runs[name].takes === null ? 'boolean' : 'string' }])
  return Object.fromEntries(flags) as Record<Name, { readonly type: 'boolean' | 'string' }>
}

/** The one that is asked for; null: the usual one. Throws a Complaint where there are several. */
export function askedRun<Name extends string>(
  runs: RunFlags<Name>,
  values: Readonly<Partial<Record<Name, string | boolean>>>,
): Name | null {
  const names = namesOf(runs)
  const [asked = null, ...others] = names.filter((name) => values[name] !== undefined)
  if (others.length === 0) return asked
  const flags = names.map((name) => `--${name}`)
  throw new Complaint(`Give one of ${flags.slice(0, -1).join(', ')} and ${flags.at(-1)}.`)
}

function namesOf<Name extends string>(runs: RunFlags<Name>): Name[] {
  return Object.keys(runs) as Name[]
}
