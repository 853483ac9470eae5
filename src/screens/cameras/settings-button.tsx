import { Box, Button, Spinner } from '@chakra-ui/react'
import { Settings } from 'lucide-react'
import { useEffect, useState, useTransition } from 'react'
import type { Camera } from '../../contract/camera'
import { LatePart, useArrival } from '../../ui/late-part'
import { TryAgain } from '../../ui/try-again'

/** Slider, zones, charts: none of it is needed to see the cameras. */
const settingsDialog = new LatePart(async () => (await import('./settings/settings-dialog')).SettingsDialog)

/**
 * The Settings button of a card and its dialog. The dialog's code comes behind the screen, or at the latest when the
 * pointer or the focus is on the button; the dialog opens as soon as it is there.
 */
export function SettingsButton({ camera }: { readonly camera: Camera }) {
  const arrival = useArrival(settingsDialog)
  const [isOpen, setIsOpen] = useState(false)
  // The press is answered first: meter, chart and zones take several frames to build on a weak machine.
  const [isBuilding, startTransition] = useTransition()
  const isComing = isBuilding || (isOpen && arrival.phase === 'coming')
  useEffect(() => settingsDialog.fetch(), [])
  const open = () => {
    settingsDialog.fetch()
    startTransition(() => setIsOpen(true))
  }
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        flex="1"
        // Not disabled meanwhile: that would drop the focus, which the dialog gives back here.
        aria-busy={isComing}
        onPointerEnter={settingsDialog.fetch}
        onFocus={settingsDialog.fetch}
        onClick={open}
      >
        {isComing ? <Spinner size="xs" /> : <Settings size="1rem" aria-hidden />}
        Settings
      </Button>
      {isOpen && arrival.phase === 'failed' && (
        <Box order="1" width="100%" role="status">
          <TryAgain text="The settings are not here yet." isTrying={false} onRetry={settingsDialog.fetch} />
        </Box>
      )}
      {arrival.phase === 'here' && <arrival.Part camera={camera} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}
