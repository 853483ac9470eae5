import { Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { clipMakingsAtom } from '../../../state/recordings/clip-codecs'
import { makingSentence, passedOverSentence } from '../../../state/recordings/clip-making-words'

/** What encodes the clips of a camera that runs here, and what that costs (CODEC-05). */
export function HowMade({ cameraId }: { readonly cameraId: string }) {
  const making = useAtomValue(clipMakingsAtom).get(cameraId)
  return (
    <Text color="fg.muted" textStyle="sm">
      {makingSentence(making) ?? 'What encodes the clips is found out once this camera looks for motion.'}{' '}
      {passedOverSentence(making)}
    </Text>
  )
}
