import { Flex, Progress, Text } from '@chakra-ui/react'

/** From here on a quota that runs out is shown as a warning. */
const NEARLY_FULL_PERCENT = 90

/** How much of a quota is used, as text and bar. `percentage` is 0 to 100. */
export function UsageBar(props: {
  readonly label: string
  readonly text: string
  readonly percentage: number
  /** Using all of it is how it is meant to be, as with cameras. */
  readonly mayBeFull?: boolean
}) {
  const value = Math.min(100, Math.max(0, props.percentage))
  return (
    <Progress.Root
      value={value}
      size="sm"
      colorPalette={value >= NEARLY_FULL_PERCENT && !props.mayBeFull ? 'orange' : 'brand'}
    >
      <Flex justify="space-between" gap="3" mb="1.5" textStyle="sm">
        <Text>{props.label}</Text>
        <Text color="fg.muted">{props.text}</Text>
      </Flex>
      {/* The library would name the bar by its percentage. */}
      <Progress.Track rounded="full" aria-label={props.label} aria-valuetext={props.text}>
        <Progress.Range />
      </Progress.Track>
    </Progress.Root>
  )
}
