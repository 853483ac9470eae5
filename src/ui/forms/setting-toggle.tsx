import { Box, Flex, HStack, Switch, Text } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { Saving } from './saving'
import { SwitchControl } from './switch-control'

/** A switch with a line that says what it does. */
export function SettingToggle(props: {
  readonly label: string
  readonly line?: string
  readonly icon: ReactNode
  /** Shown beside the label. */
  readonly badge?: ReactNode
  readonly isOn: boolean
  readonly isDisabled: boolean
  readonly isSaving: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  const lineId = useId()
  return (
    <Switch.Root
      checked={props.isOn}
      disabled={props.isDisabled}
      onCheckedChange={({ checked }) => props.onChange(checked)}
      colorPalette="brand"
      display="flex"
      flexWrap="wrap"
      gap="3"
      width="100%"
    >
      {/* Letters twice as large have the width of a telephone to themselves. */}
      <Flex flex="1 1 11rem" align="center" minW="0" gap="3">
        <Box color="fg.muted" flexShrink={0} aria-hidden>
          {props.icon}
        </Box>
        <Box flex="1" minW="0">
          <HStack gap="2" wrap="wrap">
            <Switch.Label>{props.label}</Switch.Label>
            {props.badge}
          </HStack>
          {props.line && (
            <Text id={lineId} color="fg.muted" textStyle="sm">
              {props.line}
            </Text>
          )}
        </Box>
      </Flex>
      <HStack gap="3" ms="auto">
        {props.isSaving && <Saving />}
        <SwitchControl isOn={props.isOn} {...(props.line && { 'aria-describedby': lineId })} />
      </HStack>
    </Switch.Root>
  )
}
