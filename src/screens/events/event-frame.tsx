import { Grid, GridItem } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Appear } from '../../ui/theme/appear'

/** Below each other on phones, beside the picture on tablets, in one line where there is room. */
const places = {
  templateAreas: {
    base: '"picture" "texts" "action"',
    sm: '"picture texts" "picture action"',
    lg: '"picture texts action"',
  },
  templateColumns: { base: 'minmax(0, 1fr)', sm: '10rem minmax(0, 1fr)', lg: '11rem minmax(0, 1fr) auto' },
  columnGap: '4',
  rowGap: { base: '3', sm: '1' },
  alignItems: 'center',
} as const

/** The places of a row. */
export function EventFrame(props: {
  readonly picture: ReactNode
  readonly texts: ReactNode
  readonly action: ReactNode
}) {
  return (
    <Grid
      asChild
      {...places}
      bg="bg.panel"
      borderWidth="1px"
      rounded="l3"
      overflow="hidden"
      p={{ sm: '2' }}
      pe={{ lg: '4' }}
    >
      <Appear as="li">
        <GridItem area="picture" rounded={{ sm: 'l2' }} overflow="hidden">
          {props.picture}
        </GridItem>
        <GridItem area="texts" minW="0" px={{ base: '4', sm: '0' }} alignSelf={{ sm: 'end', lg: 'center' }}>
          {props.texts}
        </GridItem>
        <GridItem
          area="action"
          px={{ base: '4', sm: '0' }}
          pb={{ base: '4', sm: '0' }}
          alignSelf={{ sm: 'start', lg: 'center' }}
        >
          {props.action}
        </GridItem>
      </Appear>
    </Grid>
  )
}
