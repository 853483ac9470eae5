import { Box, Button, SimpleGrid } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { LayoutGrid, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link as RouteLink } from 'wouter'
import { camerasQueryAtom } from '../../state/cameras/camera-list'
import { isCaptureWantedAtom } from '../../state/capture/capture'
import { readingOf } from '../../state/http/reads'
import { canWatchAtom } from '../../state/live/watching'
import { PageHeader } from '../../ui/layout/page-header'
import { Panel } from '../../ui/layout/panel'
import { RowSkeletons } from '../../ui/notices/skeletons'
import { TryAgain } from '../../ui/notices/try-again'
import { Appear, Appearing, ComingAndGoing } from '../../ui/theme/appear'
import { AddCameraForm } from './add-camera-form'
import { CameraCard } from './camera-card'
import { CamerasTour } from './cameras-tour'
import { DeliveryNotice } from './delivery-notice'
import { NewCameraTile } from './new-camera-tile'
import { MissingAbilities, MobileNotice, PlanBanner, RecordingTabNotice, WakeLockNotice } from './notices'
import { MotionUnusableNotice, PermissionButton, PermissionNotice } from './permission'
import { FloatingStealthButton, STEALTH_BAR_ROOM, StealthButton } from './stealth/stealth-button'
import { ThisDeviceLine } from './this-device-line'

export default function CamerasScreen() {
  const query = useAtomValue(camerasQueryAtom)
  const setCaptureWanted = useSetAtom(isCaptureWantedAtom)
  const reading = readingOf(query)
  const [isAdding, setIsAdding] = useState(false)
  // From here on this tab runs the cameras of its machine, also on other screens.
  useEffect(() => setCaptureWanted(true), [setCaptureWanted])
  return (
    <>
      <PageHeader title="Camera Management" line="Cameras of this machine run while Nightjar is open in this tab">
        <WallButton />
        <PermissionButton />
        <StealthButton />
        <Button data-tour="add-camera" colorPalette="brand" onClick={() => setIsAdding(true)}>
          <Plus size="1.1rem" aria-hidden />
          Add Camera
        </Button>
      </PageHeader>
      <MissingAbilities />
      <PermissionNotice />
      <MotionUnusableNotice />
      <MobileNotice />
      <RecordingTabNotice />
      <WakeLockNotice />
      <PlanBanner />
      <DeliveryNotice />
      <ThisDeviceLine />
      {isAdding && (
        <Appear>
          <AddCameraForm onClose={() => setIsAdding(false)} />
        </Appear>
      )}
      {reading === 'awaited' ? (
        <RowSkeletons count={1} height="18rem" />
      ) : (
        <SimpleGrid minChildWidth="min(22rem, 100%)" gap="4" data-tour="cameras">
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
          <NewCameraTile onAdd={() => setIsAdding(true)} />
        </SimpleGrid>
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
