import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Complaint } from '../complaint'
import { readLabels } from './labels'
import type { Truth } from './truth'

const VIDEO_ENDINGS: readonly string[] = ['.mp4', '.avi', '.mkv', '.mov', '.webm', '.m4v', '.mpg', '.ts', '.y4m']

export interface LabelledVideo {
  /** The file's base name. */
  readonly name: string
  readonly file: string
  readonly truth: Truth
}

export interface Footage {
  readonly videos: readonly LabelledVideo[]
  /** Videos without labels, by file name. */
  readonly skipped: readonly string[]
}

/** The labelled videos of a folder. Throws a Complaint where there is no such folder or labels are wrong. */
export async function findFootage(folder: string): Promise<Footage> {
  if (!existsSync(folder)) throw new Complaint(`There is no folder ${folder} with footage.`)
  const names = (await readdir(folder)).filter((name) => VIDEO_ENDINGS.includes(extname(name).toLowerCase())).sort()
  const videos: LabelledVideo[] = []
  const skipped: string[] = []
  for (const fileName of names) {
    const name = fileName.slice(0, -extname(fileName).length)
    const labelsFile = join(folder, `${name}.json`)
    if (!existsSync(labelsFile)) skipped.push(fileName)
    else videos.push({ name, file: join(folder, fileName), truth: await readLabels(labelsFile) })
  }
  return { videos, skipped }
}
