import { Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { useMemo } from 'react'
import { transcodeStateAtomOf } from '../../state/recordings/transcode'
import { Spoken } from '../../ui/notices/spoken'

/** That a clip of a camera is made into MP4 now, or why none is; nothing otherwise. */
export function TranscodeNote({ cameraId }: { readonly cameraId: string }) {
  const ownStateAtom = useMemo(() => transcodeStateAtomOf(cameraId), [cameraId])
  const state = useAtomValue(ownStateAtom)
  const text =
    state.phase === 'working'
      ? `Converting a clip to MP4, ${Math.floor(state.progress * 100)} %`
      : state.phase === 'unavailable'
        ? state.why
        : ''
  return (
    <>
      {text !== '' && (
        <Text color="fg.muted" textStyle="sm">
          {text}
        </Text>
      )}
      {/* Progress is not read out: clips are converted by themselves, and often. */}
      <Spoken text={state.phase === 'unavailable' ? state.why : ''} />
    </>
  )
}
