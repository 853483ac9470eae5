import { Box, Button, Center } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import { formatMoment } from '../../lib/date-time'
import { counted } from '../../lib/words'
import { connectionAtom, hasAnsweredAtom, isHubSilentAtom } from '../../state/hub/connection'
import { outboxStateAtom } from '../../state/recordings/delivery'
import { isNewVersionHereAtom, takeNewVersionAtom } from '../../state/shell/app-version'
import { useNow } from '../../ui/layout/use-now'
import { OneLine } from '../../ui/notices/one-line'
import { FOOT } from '../../ui/theme/foundation'

/** Says when the hub does not answer; goes by itself when it does. */
export function ConnectionNotice() {
  const isSilent = useAtomValue(isHubSilentAtom)
  const { phase } = useAtomValue(connectionAtom)
  if (!isSilent) return null
  return phase === 'reachable' ? <Slowness /> : <Silence />
}

/** No call has failed yet. It comes and goes within seconds, so it takes no room of the page: nothing moves under a thumb. */
function Slowness() {
  return (
    <Center
      position="fixed"
      bottom={`calc(var(${FOOT}) + 0.5rem)`}
      // Beside the navigation, not over it.
      insetStart={{ base: '0', md: '16rem' }}
      insetEnd="0"
      px="4"
      zIndex="sticky"
      pointerEvents="none"
    >
      <Box shadow="md" rounded="l2">
        <OneLine kind="warning" title="The hub is slow">
          This is what this browser remembers.
        </OneLine>
      </Box>
    </Center>
  )
}

function Silence() {
  const connection = useAtomValue(connectionAtom)
  const hasAnswered = useAtomValue(hasAnsweredAtom)
  const nowMs = useNow()
  const heard =
    hasAnswered && connection.phase === 'unreachable'
      ? `It was last heard of at ${formatMoment(connection.sinceMs, nowMs)}.`
      : 'It has not answered since this page was opened, which shows what this browser remembers.'
  return (
    <Place>
      <OneLine kind="warning" title="The hub does not answer">
        {heard} Trying again every few seconds. Cameras go on recording; their clips wait in this browser.
      </OneLine>
    </Place>
  )
}

/** A quiet word: the page works as it is, and the next load takes the new version anyway (SHELL-09). */
export function VersionNotice() {
  const isHere = useAtomValue(isNewVersionHereAtom)
  const take = useSetAtom(takeNewVersionAtom)
  const { inMemory } = useAtomValue(outboxStateAtom)
  if (!isHere) return null
  const button = (
    <Button size="xs" variant="outline" onClick={() => take()}>
      Load it now
    </Button>
  )
  return (
    <Place>
      <OneLine kind="info" title="A new version is there" actions={inMemory === 0 && button}>
        {inMemory === 0
          ? "It comes with the next load of this page. A camera's tab takes it by itself at a quiet moment, if its browser may use the cameras on every visit."
          : `It waits: ${counted(inMemory, 'clip')} that the disk did not take would end with this page.`}
      </OneLine>
    </Place>
  )
}

function Place(props: { readonly children: ReactNode }) {
  return (
    <Box px={{ base: '4', md: '8' }} pt="3">
      {props.children}
    </Box>
  )
}
