import { Box, Flex, Grid } from '@chakra-ui/react'
import { Check } from 'lucide-react'

/** What a plan brings, a line each; with `isWide` in as many columns as there is room for. */
export function FeatureList(props: {
  readonly label: string
  readonly features: readonly string[]
  readonly isWide?: boolean
}) {
  return (
    <Grid
      as="ul"
      aria-label={props.label}
      listStyleType="none"
      gap="2"
      columnGap="6"
      alignContent="start"
      templateColumns={props.isWide ? 'repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr))' : 'minmax(0, 1fr)'}
    >
      {props.features.map((feature) => (
        <Flex as="li" key={feature} gap="2" textStyle="sm" align="start" minW="0" overflowWrap="anywhere">
          <Box color="brand.fg" flexShrink={0} paddingTop="0.5" aria-hidden>
            <Check size="1rem" />
          </Box>
          {feature}
        </Flex>
      ))}
    </Grid>
  )
}
