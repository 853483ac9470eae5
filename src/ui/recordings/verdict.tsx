import { Box, Grid, Heading, HStack, Stack, Text } from '@chakra-ui/react'
import { ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import type { VerdictWords } from '../../lib/proof/verdict-words'

const looks = {
  good: { Icon: ShieldCheck, color: 'green.fg' },
  fair: { Icon: ShieldQuestionMark, color: 'orange.fg' },
  bad: { Icon: ShieldAlert, color: 'red.fg' },
} as const

/** What was found of a recording: the verdict, its sentence, and what the proof says besides. */
export function VerdictView({ words, name }: { readonly words: VerdictWords; readonly name?: string }) {
  const { Icon, color } = looks[words.tone]
  return (
    <Stack as="section" gap="3" aria-label={name ?? 'Verdict'}>
      {name !== undefined && (
        <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere">
          {name}
        </Text>
      )}
      <HStack gap="3" align="flex-start">
        <Box color={color} flexShrink={0} pt="0.5">
          <Icon size="1.5rem" aria-hidden />
        </Box>
        <Box minW="0">
          <Heading as="h2" size="md">
            {words.title}
          </Heading>
          <Text mt="1">{words.sentence}</Text>
        </Box>
      </HStack>
      {words.facts.length > 0 && (
        <Stack as="dl" gap="0" textStyle="sm" borderTopWidth="1px">
          {words.facts.map(([term, value]) => (
            <Grid
              key={term}
              templateColumns={{ base: '1fr', sm: '11rem minmax(0, 1fr)' }}
              columnGap="4"
              py="2"
              borderBottomWidth="1px"
            >
              <Text as="dt" color="fg.muted">
                {term}
              </Text>
              <Text as="dd" overflowWrap="anywhere">
                {value}
              </Text>
            </Grid>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
