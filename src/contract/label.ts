import * as z from 'zod/mini'

/** What a camera tells apart; each has its finer names, as people call them. */
const labelsOfGroups = {
  person: ['person'],
  animal: ['cat', 'dog', 'bird', 'horse'],
  vehicle: ['bicycle', 'car', 'motorcycle', 'bus', 'truck'],
} as const

export const labelGroup = z.enum(['person', 'animal', 'vehicle'])
export type LabelGroup = z.infer<typeof labelGroup>

/** What something is that a camera saw move (LABEL-01). */
export const label = z.enum([...labelsOfGroups.person, ...labelsOfGroups.animal, ...labelsOfGroups.vehicle])
export type Label = z.infer<typeof label>

/** How many of a kind a clip shows at once (extension `facts`). */
export const labelCount = z.object({ label, count: z.number().check(z.int(), z.minimum(1)) })
export type LabelCount = z.infer<typeof labelCount>

export function labelsOf(group: LabelGroup): readonly Label[] {
  return labelsOfGroups[group]
}

export function groupOf(name: Label): LabelGroup {
  const isIn = (group: LabelGroup) => labelsOf(group).includes(name)
  return isIn('person') ? 'person' : isIn('animal') ? 'animal' : 'vehicle'
}

/** Groups that are there, people first. */
export function groupsOf(counts: readonly LabelCount[]): readonly LabelGroup[] {
  return labelGroup.options.filter((group) => counts.some(({ label }) => groupOf(label) === group))
}

/** `Person`, `Dog`: as titles begin. */
export function labelTitle(name: Label): string {
  return name[0]?.toUpperCase() + name.slice(1)
}

const irregular: Partial<Record<Label, string>> = { person: 'people', bus: 'buses' }

/** `1 person`, `2 people`. */
export function countedLabel({ label: name, count }: LabelCount): string {
  return `${count} ${count === 1 ? name : (irregular[name] ?? `${name}s`)}`
}

/** `2 people, 1 dog`; '' for nothing. */
export function countedLabels(counts: readonly LabelCount[]): string {
  return counts.map(countedLabel).join(', ')
}
