import type { Box } from '../../../lib/box'
import type { OutputLayout, Outputs } from './output-layout'

/** Somebody perhaps, in pixels of the model's square. */
export interface Candidate {
  readonly box: Box
  /** 0 to 1. */
  readonly score: number
}

export interface PersonClass {
  readonly classIndex: number
  /** Side of the model's square in pixels. */
  readonly inputSize: number
  /** Candidates below are left out. */
  readonly leastScore: number
}

/** SSD models give shares of the square or pixels; no share is as large as this. */
const LARGEST_SHARE = 2

/** The candidates of the person's class that are good enough, in no order. */
export function candidatesOf(outputs: Outputs, layout: OutputLayout, person: PersonClass): Candidate[] {
  switch (layout.kind) {
    case 'yolo-rows': {
      const { at, count, width } = tableOf(outputs, layout.output)
      const score = (i: number) => at(i * width + 4) * at(i * width + 5 + person.classIndex)
      return chosen(count, person, score, (i) => aroundMiddle((k) => at(i * width + k)))
    }
    case 'yolo-columns': {
      const { at, count: figures, width: candidates } = tableOf(outputs, layout.output)
      if (person.classIndex + 4 >= figures) return []
      const score = (i: number) => at((4 + person.classIndex) * candidates + i)
      return chosen(candidates, person, score, (i) => aroundMiddle((k) => at(k * candidates + i)))
    }
    case 'yolo-chosen': {
      const { at, count, width } = tableOf(outputs, layout.output)
      const score = (i: number) => (at(i * width + 5) === person.classIndex ? at(i * width + 4) : 0)
      return chosen(count, person, score, (i) => betweenCorners((k) => at(i * width + k)))
    }
    case 'ssd-scores': {
      const { at, width } = tableOf(outputs, layout.scores)
      return ssdCandidates(outputs, layout.boxes, person, (i) => at(i * width + person.classIndex))
    }
    case 'ssd-chosen': {
      const { at } = tableOf(outputs, layout.scores)
      const labels = layout.labels === null ? null : tableOf(outputs, layout.labels)
      const isPerson = (i: number) => labels === null || labels.at(i) === person.classIndex
      return ssdCandidates(outputs, layout.boxes, person, (i) => (isPerson(i) ? at(i) : 0))
    }
  }
}

interface Table {
  at(index: number): number
  readonly count: number
  readonly width: number
}

function tableOf(outputs: Outputs, name: string): Table {
  const tensor = outputs[name]
  // Labels may be 64 bits wide, which are BigInts.
  return { at: (index) => Number(tensor?.data[index]), count: tensor?.dims[1] ?? 0, width: tensor?.dims[2] ?? 1 }
}

function chosen(
  count: number,
  { leastScore }: PersonClass,
  scoreOf: (index: number) => number,
  boxOf: (index: number) => Box,
): Candidate[] {
  const candidates: Candidate[] = []
  for (let i = 0; i < count; i++) {
    const score = scoreOf(i)
    if (score >= leastScore) candidates.push({ box: boxOf(i), score: Math.min(1, score) })
  }
  return candidates
}

function ssdCandidates(
  outputs: Outputs,
  boxes: string,
  person: PersonClass,
  scoreOf: (index: number) => number,
): Candidate[] {
  const { at, count } = tableOf(outputs, boxes)
  let largest = 0
  for (let i = 0; i < 4 * count; i++) largest = Math.max(largest, at(i))
  const unit = largest < LARGEST_SHARE ? person.inputSize : 1
  return chosen(count, person, scoreOf, (i) => betweenCorners((k) => at(4 * i + k) * unit))
}

function betweenCorners(at: (figure: number) => number): Box {
  const [left, top] = [at(0), at(1)]
  return { left, top, width: at(2) - left, height: at(3) - top }
}

function aroundMiddle(at: (figure: number) => number): Box {
  const [width, height] = [at(2), at(3)]
  return { left: at(0) - width / 2, top: at(1) - height / 2, width, height }
}
