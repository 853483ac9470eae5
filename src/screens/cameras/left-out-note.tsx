import { Button } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { Camera } from '../../contract/camera'
import { canChooseClipsAtom } from '../../state/cameras/cameras'
import { leftOutSentence, leftOutTodayAtom } from '../../state/cameras/left-out'
import { wantedSettingsAtom } from './settings-button'

/** How many clips a camera left out today (LABEL-09), and the way to keep them; nothing where it keeps all. */
export function LeftOutNote({ camera }: { readonly camera: Camera }) {
  const leftOut = useAtomValue(leftOutTodayAtom).get(camera.id) ?? 0
  const canChoose = useAtomValue(canChooseClipsAtom)
  const openSettings = useSetAtom(wantedSettingsAtom)
  if (leftOut === 0 || !canChoose || (camera.keepClipsOf ?? null) === null) return null
  return (
    <Button
      variant="plain"
      size="sm"
      px="0"
      minH="8"
      height="auto"
      color="fg.muted"
      fontWeight="normal"
      textAlign="start"
      whiteSpace="normal"
      textDecoration="underline"
      textDecorationStyle="dotted"
      textUnderlineOffset="3px"
      _hover={{ color: 'fg' }}
      onClick={() => openSettings(camera.id)}
    >
      {leftOutSentence(leftOut, camera.keepClipsOf)}
    </Button>
  )
}
