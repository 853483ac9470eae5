import { Button, chakra, Flex, Portal, Stack } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Ear, Mic, Siren } from 'lucide-react'
import { formatMoment } from '../../../lib/date-time'
import { type CameraSign, cameraSignsAtom, stopSignAtom } from '../../../state/live/camera-signs'
import { shortName } from '../../../state/live/watchers'
import { useTitleMark } from '../../../ui/layout/use-title-mark'

const marks = { listening: Ear, talking: Mic, siren: Siren } as const
const words = { listening: 'listens at', talking: 'talks at', siren: 'sounds the siren at' } as const
const deeds = { listening: 'listens', talking: 'talks', siren: 'sounds the siren' } as const
const stops = { listening: 'Stop listening', talking: 'Stop talking', siren: 'Stop the siren' } as const

/**
 * Over every screen of the tab that runs the cameras, for as long as somebody listens, talks or sounds the siren: whoever is
 * before the camera sees who, and can end it. It lies over the page, so that nothing moves when it comes. Of a hidden tab
 * the title alone is seen, which says it too.
 */
export function CameraSigns() {
  const signs = useAtomValue(cameraSignsAtom)
  useTitleMark(markOf(signs))
  return (
    <Portal>
      <Stack
        role="alert"
        // By this the library leaves it alone while a dialog is open.
        aria-live="assertive"
        aria-label="At this machine's cameras"
        position="fixed"
        // Above the bars of narrow windows.
        bottom={{ base: '28', md: '6' }}
        insetX="3"
        mx="auto"
        maxW="34rem"
        gap="2"
        zIndex="max"
        pointerEvents="none"
      >
        {signs.map((sign) => (
          <SignRow key={`${sign.viewingId} ${sign.kind}`} sign={sign} />
        ))}
      </Stack>
    </Portal>
  )
}

/** Of the one that is heard of longest; the others are counted. */
function markOf([first, ...others]: readonly CameraSign[]): string | null {
  if (first === undefined) return null
  const more = others.length > 0 ? ` +${others.length}` : ''
  return `${shortName(first.who)} ${deeds[first.kind]}${more}`
}

function SignRow({ sign }: { readonly sign: CameraSign }) {
  const stop = useSetAtom(stopSignAtom)
  const Mark = marks[sign.kind]
  return (
    <Flex
      align="center"
      gap="3"
      px="4"
      py="2"
      rounded="l3"
      shadow="lg"
      bg="picture.off"
      color="white"
      pointerEvents="auto"
      data-testid="camera-sign"
    >
      <chakra.span flexShrink={0}>
        <Mark size="1.2rem" aria-hidden />
      </chakra.span>
      <chakra.span flex="1" minW="0" overflowWrap="anywhere" textStyle="sm">
        <b>{sign.who || 'Somebody'}</b> {words[sign.kind]} {sign.cameraName} since{' '}
        {formatMoment(sign.sinceMs, Date.now())}
      </chakra.span>
      <Button size="sm" variant="solid" bg="bg.panel" color="red.fg" flexShrink={0} onClick={() => stop(sign)}>
        {stops[sign.kind]}
      </Button>
    </Flex>
  )
}
