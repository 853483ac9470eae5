import { parseArgs } from 'node:util'
import { Complaint } from '../complaint'
import { sceneGroupNames } from './scenes/index'

export interface BenchOptions {
  /** null: the shared folder where there is one. */
  readonly footageFolder: string | null
  readonly jsonFile: string | null
  /** Groups of scenes to run: none where the user wants footage only. */
  readonly groups: readonly string[]
  readonly isQuick: boolean
  readonly seed: number
}

export const usage = `Options:
  --footage DIR    videos with labels, instead of ../shared/footage
  --json FILE      writes the figures to a file
  --scenes A,B     only these groups of scenes: ${sceneGroupNames.join(', ')}
  --no-scenes      footage only
  --quick          fewer and shorter scenes
  --seed N         other places, people and weather (default 1)`

const flags = {
  footage: { type: 'string' },
  json: { type: 'string' },
  scenes: { type: 'string' },
  'no-scenes': { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
} as const

/** Throws a Complaint that says what is wrong. */
export function readOptions(args: readonly string[]): BenchOptions {
  const values = parseFlags(args)
  if (values.scenes !== undefined && values['no-scenes']) {
    throw new Complaint('--scenes and --no-scenes contradict each other.')
  }
  return {
    footageFolder: values.footage ?? null,
    jsonFile: values.json ?? null,
    groups: values['no-scenes'] ? [] : readGroups(values.scenes),
    isQuick: values.quick,
    seed: readSeed(values.seed),
  }
}

function parseFlags(args: readonly string[]) {
  try {
    // `node scripts/run.mjs bench:detect -- --quick` hands the dashes on; npm does not.
    return parseArgs({ args: args[0] === '--' ? args.slice(1) : [...args], options: flags }).values
  } catch (error) {
    throw new Complaint(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

function readGroups(list: string | undefined): readonly string[] {
  if (list === undefined) return sceneGroupNames
  const names = list.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !sceneGroupNames.includes(name))
  if (unknown.length > 0) throw new Complaint(`There is no group of scenes called ${unknown.join(', ')}.\n\n${usage}`)
  return names
}

function readSeed(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Complaint(`--seed takes a whole number; “${text}” is none.`)
  return Number(text)
}
