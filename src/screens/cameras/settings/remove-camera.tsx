import { Flex, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Trash2 } from 'lucide-react'
import type { Camera } from '../../../contract/camera'
import { removeCameraAtom } from '../../../state/cameras/camera-removal'
import { canRemoveAtom } from '../../../state/http/removal'
import { ConfirmButton } from '../../../ui/forms/confirm-button'

/** Where the provider lets cameras go (EXT-11); nothing elsewhere. */
export function RemoveCamera({ camera, onRemoved }: { readonly camera: Camera; readonly onRemoved: () => void }) {
  const canRemove = useAtomValue(canRemoveAtom)
  const remove = useSetAtom(removeCameraAtom)
  if (!canRemove) return null
  return (
    <Flex justify="space-between" align="center" gap="4" wrap="wrap" borderTopWidth="1px" pt="4">
      <Text color="fg.muted" textStyle="sm" flex="1" minW="min(12rem, 100%)">
        A removed camera frees its place in the plan. Its recordings and events stay.
      </Text>
      <ConfirmButton
        size="sm"
        variant="outline"
        colorPalette="red"
        question={`Remove ${camera.name}?`}
        consequence="It stops watching on whichever machine it runs. Its recordings and events stay."
        verb="Remove"
        onConfirm={async () => {
          if (await remove(camera)) onRemoved()
        }}
      >
        <Trash2 size="1rem" aria-hidden />
        Remove Camera
      </ConfirmButton>
    </Flex>
  )
}
