import { label, labelCount, labelGroup } from '../../src/contract/detection'
import { listOf } from '../../src/contract/wire'
import type { LabelCount, LabelGroup } from '../../src/lib/label'

const stored = listOf(labelCount)

/** As a column holds what was seen: JSON, people first; null where nothing was recognised. */
export function labelsText(counts: readonly LabelCount[]): string | null {
  return counts.length === 0 ? null : JSON.stringify(counts)
}

export function labelsIn(text: string | null): LabelCount[] {
  return text === null ? [] : stored.parse(JSON.parse(text))
}

/** What was seen in either, and the most of each at once. */
export function joinedLabels(a: readonly LabelCount[], b: readonly LabelCount[]): LabelCount[] {
  return label.options.flatMap((name) => {
    const counts = [...a, ...b].filter((one) => one.label === name).map(({ count }) => count)
    return counts.length === 0 ? [] : [{ label: name, count: Math.max(...counts) }]
  })
}

const storedGroups = listOf(labelGroup)

/** Which clips a camera keeps, as its column holds it; null: all. */
export function keptGroupsText(groups: readonly LabelGroup[] | null): string | null {
  return groups === null ? null : JSON.stringify(groups)
}

export function keptGroups(text: string | null): LabelGroup[] | null {
  return text === null ? null : storedGroups.parse(JSON.parse(text))
}
