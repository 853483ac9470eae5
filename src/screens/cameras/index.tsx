import { Box, Button, SimpleGrid, Stack } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { LayoutGrid, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link as RouteLink } from 'wouter'
import { camerasQueryAtom } from '../../state/cameras/camera-list'
import { isCaptureWantedAtom } from '../../state/capture/wished-captures'
import { readingOf } from '../../state/http/reads'
import { canWatchAtom } from '../../state/live/watching'
import { PageHeader } from '../../ui/layout/page-header'
import { Panel } from '../../ui/layout/panel'
import { OneLines } from '../../ui/notices/one-line'
import { RowSkeletons, useLateness } from '../../ui/notices/skeletons'
import { TryAgain } from '../../ui/notices/try-again'
import { Appear, Appearing, ComingAndGoing } from '../../ui/theme/appear'
import { AddCameraForm } from './add-camera-form'
import { CameraCard } from './camera-card'
import { CamerasTour } from './cameras-tour'
import { DeliveryTrouble } from './delivery-notice'
import { NewCameraTile } from './new-camera-tile'
import { MissingAbilities, PlanBanner, RecordingTabNotice, WakeLockNotice } from './notices'
import { MotionUnusableNotice, PermissionButton, PermissionNotice } from './permission'
import { FloatingStealthButton, STEALTH_BAR_ROOM, StealthButton } from './stealth/stealth-button'
import { ThisDevicePanel } from './this-device-panel'

export default function CamerasScreen() {
  const query = useAtomValue(camerasQueryAtom)
  const setCaptureWanted = useSetAtom(isCaptureWantedAtom)
  const reading = readingOf(query)
  const isLate = useLateness(reading === 'awaited')
  const [isAdding, setIsAdding] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const add = () => {
    setIsAdding(true)
    // Where the form shows already, it may be far above.
    nameInput.current?.focus()
  }
  // From here on this tab runs the cameras of its machine, also on other screens.
  useEffect(() => setCaptureWanted(true), [setCaptureWanted])
  return (
    <>
      <PageHeader title="Camera Management" line="Cameras of this machine run while Nightjar is open in this tab">
        <WallButton />
        <PermissionButton />
        <StealthButton />
        <Button data-tour="add-camera" colorPalette="brand" onClick={add}>
          <Plus size="1.1rem" aria-hidden />
          Add Camera
        </Button>
      </PageHeader>
      <OneLines>
        <MissingAbilities />
        <PermissionNotice />
        <MotionUnusableNotice />
        <RecordingTabNotice />
        <WakeLockNotice />
        <DeliveryTrouble />
      </OneLines>
      {isAdding && (
        <Appear>
          <AddCameraForm nameInput={nameInput} onClose={() => setIsAdding(false)} />
        </Appear>
      )}
      {/* Above cameras that come late, whose height is not known: it never jumps. */}
      {isLate && (
        <Stack gap="4" mb="4">
          <PlanBanner />
          <NewCameraTile onAdd={add} />
        </Stack>
      )}
      {reading === 'awaited' ? (
        // Not the same one below the tile as before it came: that would be a jump.
        <RowSkeletons key={`late ${isLate}`} count={1} height="18rem" />
      ) : (
        <SimpleGrid
          minChildWidth="min(22rem, 100%)"
          gap="4"
          data-tour="cameras"
          // Without the tile beside it a single card would be as wide as the page.
          {...(isLate && { templateColumns: 'repeat(auto-fill, minmax(min(22rem, 100%), 1fr))' })}
        >
          {reading === 'missing' && (
            <Panel>
              <TryAgain
                text="Your cameras are not here yet."
                isTrying={query.isFetching}
                onRetry={() => void query.refetch()}
              />
            </Panel>
          )}
          <Appearing>
            <ComingAndGoing>
              {(query.data ?? []).map((camera) => (
                <CameraCard key={camera.id} camera={camera} />
              ))}
            </ComingAndGoing>
          </Appearing>
          {!isLate && <NewCameraTile onAdd={add} />}
        </SimpleGrid>
      )}
      {/* Below the cameras, so when their height is known: it never jumps. */}
      {reading !== 'awaited' && (
        <Stack gap="4" mt="4">
          {!isLate && <PlanBanner />}
          <ThisDevicePanel />
        </Stack>
      )}
      <Box height={STEALTH_BAR_ROOM} aria-hidden />
      <FloatingStealthButton />
      <CamerasTour isAdding={isAdding} />
    </>
  )
}

/** All cameras at once, where they can be looked through (LIVE-85). */
function WallButton() {
  if (!useAtomValue(canWatchAtom)) return null
  return (
    <Button asChild variant="outline">
      <RouteLink href="/live">
        <LayoutGrid size="1.1rem" aria-hidden />
        Live wall
      </RouteLink>
    </Button>
  )
}
