import { counted } from './words'

/** What a camera tells apart; each group has its finer names, as people call them. People come first (LABEL-01). */
const labelsOfGroups = {
  person: ['person'],
  animal: ['cat', 'dog', 'bird', 'horse'],
  vehicle: ['bicycle', 'car', 'motorcycle', 'bus', 'truck'],
} as const

export type LabelGroup = keyof typeof labelsOfGroups
export type Label = (typeof labelsOfGroups)[LabelGroup][number]

export const labelGroups = ['person', 'animal', 'vehicle'] as const satisfies readonly LabelGroup[]
export const labels = [...labelsOfGroups.person, ...labelsOfGroups.animal, ...labelsOfGroups.vehicle] as const

export function labelsOf(group: LabelGroup): readonly Label[] {
  return labelsOfGroups[group]
}

export function groupOf(name: Label): LabelGroup {
  const isIn = (group: LabelGroup) => labelsOf(group).includes(name)
  return isIn('person') ? 'person' : isIn('animal') ? 'animal' : 'vehicle'
}

/** How many of a kind are seen at once. */
export interface LabelCount {
  readonly label: Label
  readonly count: number
}

/** Groups that are there, people first. */
export function groupsOf(counts: readonly LabelCount[]): readonly LabelGroup[] {
  return labelGroups.filter((group) => counts.some(({ label }) => groupOf(label) === group))
}

/** `Person`, `Dog`: as titles begin. */
export function labelTitle(name: Label): string {
  return name[0]?.toUpperCase() + name.slice(1)
}

const irregular: Partial<Record<Label, string>> = { person: 'people', bus: 'buses' }

/** `1 person`, `2 people`. */
export function countedLabel({ label: name, count }: LabelCount): string {
  return counted(count, name, irregular[name])
}

/** `2 people, 1 dog`; '' for nothing. */
export function countedLabels(counts: readonly LabelCount[]): string {
  return counts.map(countedLabel).join(', ')
}
