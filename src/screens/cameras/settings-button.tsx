import { Box, Button, Spinner } from '@chakra-ui/react'
import { useAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { Settings } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Camera } from '../../contract/camera'
import { LatePart, useArrival } from '../../ui/layout/late-part'
import { TryAgain } from '../../ui/notices/try-again'

/** Slider, zones, charts: none of it is needed to see the cameras. */
const settingsDialog = new LatePart(async () => (await import('./settings/settings-dialog')).SettingsDialog)

/** Two of one width beside each other, and below each other where letters are so large that words would stand over the edge. */
export const CARD_BUTTON = '1 0 min(100%, 7rem)'

/** Whose settings were asked for last: one dialog at a time, and none by itself once its code could not be fetched. */
export const wantedSettingsAtom = atom<string | null>(null)

/**
 * The Settings button of a card and its dialog. The dialog's code comes behind the screen, or at the latest when the
 * pointer or the focus is on the button; the dialog opens as soon as it is there.
 */
export function SettingsButton({ camera }: { readonly camera: Camera }) {
  const arrival = useArrival(settingsDialog)
  const [wanted, want] = useAtom(wantedSettingsAtom)
  const [isPressed, setIsPressed] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const isOpen = wanted === camera.id
  const isComing = isPressed || (isOpen && arrival.phase === 'coming')
  useEffect(() => settingsDialog.fetch(), [])
  // Who left the screen with the dialog open does not find it open later.
  useEffect(() => () => want((now) => (now === camera.id ? null : now)), [camera.id, want])
  useEffect(() => {
    if (!isOpen || arrival.phase !== 'failed') return
    setIsMissing(true)
    want(null)
  }, [isOpen, arrival.phase, want])
  const open = () => {
    settingsDialog.fetch()
    setIsMissing(false)
    setIsPressed(true)
    // The press is answered first: meter, chart and zones take several frames to build on a weak machine.
    afterPaint(() => {
      setIsPressed(false)
      want(camera.id)
    })
  }
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        flex={CARD_BUTTON}
        // Not disabled meanwhile: that would drop the focus, which the dialog gives back here.
        aria-busy={isComing}
        onPointerEnter={settingsDialog.fetch}
        onFocus={settingsDialog.fetch}
        onClick={open}
      >
        {isComing ? <Spinner size="xs" /> : <Settings size="1rem" aria-hidden />}
        Settings
      </Button>
      {isMissing && arrival.phase !== 'here' && (
        <Box order="1" width="100%" role="status">
          <TryAgain text="The settings are not here yet." isTrying={arrival.phase === 'coming'} onRetry={open} />
        </Box>
      )}
      {arrival.phase === 'here' && <arrival.Part camera={camera} isOpen={isOpen} onClose={() => want(null)} />}
    </>
  )
}

function afterPaint(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then))
}
