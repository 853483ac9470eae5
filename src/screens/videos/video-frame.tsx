import { Box, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Appear } from '../../ui/theme/appear'

/** The places of a card, each a line, so that its height does not depend on what stands in it. */
export function VideoFrame(props: {
  readonly picture: ReactNode
  readonly camera: ReactNode
  readonly badges: ReactNode
  readonly title: ReactNode
  readonly facts: ReactNode
  readonly action: ReactNode
}) {
  return (
    <Box asChild bg="bg.panel" borderWidth="1px" rounded="l3" overflow="hidden" minW="0">
      <Appear as="article">
        {props.picture}
        <Box p="4">
          <Flex justify="space-between" gap="2" mb="2" align="center" minH="6">
            {props.camera}
            <Flex gap="1.5">{props.badges}</Flex>
          </Flex>
          {props.title}
          <Box mt="1">{props.facts}</Box>
          <Box mt="3">{props.action}</Box>
        </Box>
      </Appear>
    </Box>
  )
}
