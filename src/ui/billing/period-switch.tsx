import { Button, HStack, Switch } from '@chakra-ui/react'
import { SwitchControl } from '../forms/switch-control'

/** Monthly or yearly prices. The word Monthly is the way back for those who press words, not switches. */
export function PeriodSwitch(props: {
  readonly isYearly: boolean
  readonly yearlyLabel: string
  readonly onChange: (isYearly: boolean) => void
}) {
  return (
    <HStack gap="2" wrap="wrap">
      <Button
        size="sm"
        variant="plain"
        px="1"
        color={props.isYearly ? 'fg.muted' : 'fg'}
        aria-pressed={!props.isYearly}
        onClick={() => props.onChange(false)}
      >
        Monthly
      </Button>
      <Switch.Root
        checked={props.isYearly}
        onCheckedChange={({ checked }) => props.onChange(checked)}
        colorPalette="brand"
        gap="3"
      >
        <SwitchControl isOn={props.isYearly} />
        <Switch.Label color={props.isYearly ? 'fg' : 'fg.muted'}>{props.yearlyLabel}</Switch.Label>
      </Switch.Root>
    </HStack>
  )
}
