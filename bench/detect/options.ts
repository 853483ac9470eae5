import { Complaint } from '../complaint'
import { readFlags, readWholeNumber } from '../flags'
import { sceneGroupNames } from './scenes/index'
import { type Variant, variants } from './variants'

/** Scenes in which cameras are covered, turned, frozen or darkened, or only seem to be; a table of their own. */
export const TAMPERING_GROUP = 'tampering'

export interface BenchOptions {
  /** null: the shared folder where there is one. */
  readonly footageFolder: string | null
  readonly jsonFile: string | null
  /** Videos to judge, by base name; null: all of the folder. */
  readonly only: readonly string[] | null
  /** Groups of scenes to run: none where the user wants footage only, nor where networks are judged. */
  readonly groups: readonly string[]
  readonly isQuick: boolean
  readonly seed: number
  /** Where the pictures of docs/detector.md go; null: the bench runs instead. */
  readonly picturesFolder: string | null
  /** null: motion only. */
  readonly person: PersonOptions | null
}

export interface PersonOptions {
  /** The operator's own model, besides the built-in detector. */
  readonly model: { readonly file: string; readonly inputSize: number; readonly classIndex: number } | null
  /** As which each video is judged besides as it is. */
  readonly variants: readonly Variant[]
}

const usage = `Options:
  --footage DIR    videos with labels, instead of footage/
  --only A,B       only these videos, by their names without ending
  --json FILE      writes the figures to a file
  --scenes A,B     only these groups of scenes: ${[...sceneGroupNames, TAMPERING_GROUP].join(', ')}
  --no-scenes      footage only
  --quick          fewer and shorter scenes
  --seed N         other places, people and weather (default 1)
  --person         which clips of the footage the person detectors label PERSON; no scenes, as drawings cannot
                   judge a network
  --person-model FILE [--person-size N] [--person-class I]
                   as --person, and this ONNX model too: its input in pixels (default 640), the person's class (default 0)
  --variants A,B   with --person, each video also ${variants.join(', ')}
  --pictures DIR   only draws the pictures of docs/detector.md`

const flags = {
  footage: { type: 'string' },
  json: { type: 'string' },
  only: { type: 'string' },
  scenes: { type: 'string' },
  'no-scenes': { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
  person: { type: 'boolean', default: false },
  'person-model': { type: 'string' },
  'person-size': { type: 'string' },
  'person-class': { type: 'string' },
  variants: { type: 'string' },
  pictures: { type: 'string' },
} as const

/** Throws a Complaint that says what is wrong. */
export function readOptions(args: readonly string[]): BenchOptions {
  const values = readFlags(args, flags, usage)
  if (values.scenes !== undefined && values['no-scenes']) {
    throw new Complaint('--scenes and --no-scenes contradict each other.')
  }
  const person = readPerson(values)
  if (values.scenes !== undefined && person !== null) {
    throw new Complaint('--scenes and --person contradict each other: drawn scenes cannot judge a network.')
  }
  const hasScenes = !values['no-scenes'] && person === null
  return {
    footageFolder: values.footage ?? null,
    jsonFile: values.json ?? null,
    only: values.only?.split(',').map((name) => name.trim()) ?? null,
    groups: hasScenes ? readGroups(values.scenes, [...sceneGroupNames, TAMPERING_GROUP]) : [],
    isQuick: values.quick,
    seed: readSeed(values.seed),
    picturesFolder: values.pictures ?? null,
    person,
  }
}

/** A model alone wants the person detectors too; its size or class without a model is a slip. */
function readPerson(values: ReturnType<typeof readFlags<typeof flags>>): PersonOptions | null {
  const { person, 'person-model': file, 'person-size': size, 'person-class': classIndex } = values
  if (file === undefined) {
    const lonely = size !== undefined ? '--person-size' : classIndex !== undefined ? '--person-class' : null
    if (lonely !== null) throw new Complaint(`${lonely} belongs to --person-model FILE.\n\n${usage}`)
    if (!person && values.variants !== undefined) throw new Complaint(`--variants belongs to --person.\n\n${usage}`)
    return person ? { model: null, variants: readVariants(values.variants) } : null
  }
  return {
    variants: readVariants(values.variants),
    model: {
      file,
      inputSize: readWholeNumber('--person-size', size ?? '640', { least: 32, most: 4096 }, usage),
      classIndex: readWholeNumber('--person-class', classIndex ?? '0', { least: 0, most: 9999 }, usage),
    },
  }
}

function readVariants(list: string | undefined): readonly Variant[] {
  const names = list?.split(',').map((name) => name.trim()) ?? []
  return names.map((name) => {
    const variant = variants.find((known) => known === name)
    if (variant === undefined) throw new Complaint(`There is no variant called ${name}.\n\n${usage}`)
    return variant
  })
}

function readGroups(list: string | undefined, all: readonly string[]): readonly string[] {
  if (list === undefined) return all
  const names = list.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new Complaint(`There is no group of scenes called ${unknown.join(', ')}.\n\n${usage}`)
  return names
}

function readSeed(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Complaint(`--seed takes a whole number; “${text}” is none.`)
  return Number(text)
}
