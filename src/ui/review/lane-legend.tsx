import { Box, chakra, Flex, Text } from '@chakra-ui/react'

const shapes = [
  { name: 'Alert', d: 'M6 1l5 9H1z', fill: 'red.solid' },
  { name: 'Person', d: 'M2 6a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z', fill: 'brand.solid' },
  { name: 'Animal, vehicle', d: 'M6 1.5l4.5 4.5l-4.5 4.5l-4.5 -4.5z', fill: 'orange.solid' },
  { name: 'Motion', d: 'M2 11V4h3v7zM7 11V1h3v10z', fill: 'fg.muted' },
  { name: 'Recording', d: 'M0 4h12v4H0z', fill: 'brand.solid' },
] as const

/** What the shapes of the lanes mean. */
export function LaneLegend() {
  return (
    <Flex gap="4" rowGap="1" wrap="wrap" color="fg.muted" textStyle="xs" aria-hidden>
      {shapes.map(({ name, d, fill }) => (
        <Flex key={name} align="center" gap="1.5">
          <chakra.svg viewBox="0 0 12 12" boxSize="3">
            <chakra.path d={d} fill={fill} />
          </chakra.svg>
          {name}
        </Flex>
      ))}
      <Flex align="center" gap="1.5">
        <Box
          boxSize="3"
          borderWidth="1px"
          forcedColorAdjust="none"
          bgImage="repeating-linear-gradient(135deg, {colors.border.emphasized} 0 1px, {colors.bg.subtle} 1px 4px)"
        />
        <Text>Camera off</Text>
      </Flex>
      <Flex align="center" gap="1.5">
        <Box boxSize="3" bg="bg.emphasized" forcedColorAdjust="none" />
        <Text>Not recording by the mode</Text>
      </Flex>
    </Flex>
  )
}
