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
