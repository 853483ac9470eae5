import { Box, Link, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Link as RouteLink } from 'wouter'
import { modeViewAtom } from '../../state/modes/mode-view'

/** Which mode holds and why, where the provider has modes. */
export function ModeLine() {
  const view = useAtomValue(modeViewAtom)
  if (view.phase === 'none' || view.phase === 'awaited') return null
  if (view.phase === 'missing') return <Text mt="1">The mode is not known right now.</Text>
  return (
    // Until the hub has told, what was known last keeps the room.
    <Box mt="1" overflowWrap="anywhere" visibility={view.source === 'kept' ? 'hidden' : 'visible'}>
      {view.source === 'stale' && <Text>Last known:</Text>}
      <Link asChild colorPalette="brand" minH={{ base: '11', md: '6' }}>
        <RouteLink href="/modes">{view.words}</RouteLink>
      </Link>
      {view.snoozeWords !== null && <Text>{view.snoozeWords}</Text>}
    </Box>
  )
}
