import { Text } from '@chakra-ui/react'
import { countedLabels, type LabelCount } from '../../lib/label'

/** `2 people, 1 dog` beside what else a line tells, in what room that leaves; nothing where nothing was recognised. */
export function SeenNote({ labels }: { readonly labels: readonly LabelCount[] }) {
  const words = countedLabels(labels)
  if (words === '') return null
  return (
    <Text color="fg.muted" textStyle="sm" truncate title={words}>
      {words}
    </Text>
  )
}
