import { AspectRatio, Center, chakra, Spinner, Text } from '@chakra-ui/react'
import { useAtom } from 'jotai/react'
import { useEffect } from 'react'
import { playingAtom } from '../../state/videos'
import { Modal } from '../../ui/modal'

/** Plays the chosen recording in place. */
export function Player() {
  const [playing, setPlaying] = useAtom(playingAtom)
  useEffect(() => () => setPlaying({ phase: 'closed' }), [setPlaying])
  return (
    <Modal
      title={playing.phase === 'closed' ? '' : playing.title}
      size="xl"
      isOpen={playing.phase !== 'closed'}
      onClose={() => setPlaying({ phase: 'closed' })}
    >
      <AspectRatio ratio={16 / 9} bg="gray.950" rounded="l2" overflow="hidden">
        {playing.phase === 'open' ? (
          // biome-ignore lint/a11y/useMediaCaption: a security recording has no captions
          <chakra.video
            src={playing.url}
            controls
            autoPlay
            playsInline
            aria-label={playing.title}
            onError={() => setPlaying({ phase: 'failed', title: playing.title })}
          />
        ) : (
          <Center color="gray.300">
            {playing.phase === 'failed' ? (
              <Text px="6">This recording could not be opened. Close this and try again.</Text>
            ) : (
              <Spinner aria-label="Opening the recording" />
            )}
          </Center>
        )}
      </AspectRatio>
    </Modal>
  )
}
