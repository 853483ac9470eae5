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

/**
 * The labelled videos of a folder, only those of the given base names where some are given. Throws a Complaint where there
 * is no such folder or video, or labels are wrong.
 */
export async function findFootage(folder: string, only: readonly string[] | null = null): Promise<Footage> {
  if (!existsSync(folder)) throw new Complaint(`There is no folder ${folder} with footage.`)
  const all = (await readdir(folder)).filter((name) => VIDEO_ENDINGS.includes(extname(name).toLowerCase())).sort()
  const baseOf = (name: string) => name.slice(0, -extname(name).length)
  const missing = only?.filter((name) => !all.some((file) => baseOf(file) === name)) ?? []
  if (missing.length > 0) {
    throw new Complaint(`${folder} has no video ${missing.join(', ')}; it has ${all.map(baseOf).join(', ')}.`)
  }
  const names = all.filter((name) => only?.includes(baseOf(name)) ?? true)
  const videos: LabelledVideo[] = []
  const skipped: string[] = []
  for (const fileName of names) {
    const name = baseOf(fileName)
    const labelsFile = join(folder, `${name}.json`)
    if (!existsSync(labelsFile)) skipped.push(fileName)
    else videos.push({ name, file: join(folder, fileName), truth: await readLabels(labelsFile) })
  }
  return { videos, skipped }
}
