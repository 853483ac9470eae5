import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { Complaint } from '../complaint'
import { drawnBoxes, spans } from './person/drawn-boxes'
import type { Truth } from './truth'

const second = z.number().nonnegative()

const labels = z.object({
  motion: z.array(
    z
      .object({ start: second, end: second, kind: z.enum(['person', 'vehicle', 'other']) })
      .refine(({ start, end }) => end > start, 'end must be after start'),
  ),
  ignore: spans.default([]),
  boxes: drawnBoxes.optional(),
  empty: spans.optional(),
})

/** The labels of one video. Throws a Complaint that names the file and the place in it. */
export async function readLabels(file: string): Promise<Truth> {
  const parsed = labels.safeParse(parseJson(file, await readFile(file, 'utf8')))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || 'the whole'}: ${message}`)
  throw new Complaint(
    `The labels in ${file} are not as BENCH-04 in docs/specification.md has them:\n${problems.join('\n')}`,
  )
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Complaint(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}
