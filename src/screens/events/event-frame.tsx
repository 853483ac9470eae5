import { Flex, Grid, GridItem, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Appear } from '../../ui/theme/appear'

/**
 * A small picture with lines beside it; where there is room all of it is one line, the same thing in the same column
 * from row to row, so that the eye goes down (FACE-09).
 */
const places = {
  templateAreas: {
    base: '"picture head" "picture title" "picture time" "action action"',
    lg: '"picture head action" "picture title action" "picture time action"',
    xl: '"picture badge title camera time action"',
  },
  templateColumns: {
    // Where letters are large the words need the room.
    base: 'min(6rem, 31%) minmax(0, 1fr)',
    sm: '8rem minmax(0, 1fr)',
    lg: '8rem minmax(0, 1fr) auto',
    xl: '6.5rem 4.5rem minmax(0, 1.6fr) minmax(0, 1fr) 14.5rem 9.5rem',
  },
  columnGap: { base: '3', xl: '4' },
  alignItems: { base: 'start', xl: 'center' },
} as const

/** One border around all rows, and a line between two. */
export function EventRows(props: {
  readonly children: ReactNode
  readonly isLoading?: boolean
  readonly isHidden?: boolean
}) {
  return (
    <Stack
      as="ul"
      gap="0"
      listStyleType="none"
      bg="bg.panel"
      borderWidth="1px"
      rounded="l3"
      overflow="hidden"
      aria-label={props.isLoading ? 'Loading' : 'Events'}
      aria-busy={props.isLoading}
      visibility={props.isHidden ? 'hidden' : 'visible'}
    >
      {props.children}
    </Stack>
  )
}

/** The places of a row. */
export function EventFrame(props: {
  readonly picture: ReactNode
  readonly badge: ReactNode
  /** Where it was, and what was seen. */
  readonly camera: ReactNode
  readonly title: ReactNode
  readonly time: ReactNode
  readonly action: ReactNode
}) {
  return (
    <Grid
      asChild
      {...places}
      p="2"
      pe={{ base: '2', lg: '3' }}
      _notFirst={{ borderTopWidth: '1px' }}
      _hover={{ bg: 'bg.subtle' }}
    >
      <Appear as="li">
        <GridItem area="picture" rounded="l2" overflow="hidden" alignSelf="start">
          {props.picture}
        </GridItem>
        {/* In one line its parts have columns of their own. */}
        <Flex
          gridArea="head"
          display={{ base: 'flex', xl: 'contents' }}
          columnGap="3"
          wrap="wrap"
          minW="0"
          align="center"
        >
          <Flex gridArea={{ xl: 'badge' }}>{props.badge}</Flex>
          <Flex gridArea={{ xl: 'camera' }} display={{ base: 'contents', xl: 'flex' }} direction="column" minW="0">
            {props.camera}
          </Flex>
        </Flex>
        <GridItem area="title" minW="0">
          {props.title}
        </GridItem>
        <GridItem area="time" minW="0">
          {props.time}
        </GridItem>
        <Flex gridArea="action" mt={{ base: '2', lg: '0' }} alignSelf="center" justifySelf={{ lg: 'end' }}>
          {props.action}
        </Flex>
      </Appear>
    </Grid>
  )
}
