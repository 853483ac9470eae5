import { Box } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { useSyncExternalStore } from 'react'
import { isEngineMobileAtom } from '../../state/capture/capture'
import { isMobileDevice, watchMobileDevice } from '../../ui/layout/mobile-device'
import { Notice } from '../../ui/notices/notice'

/** What a phone or tablet does otherwise. */
export function MobileNotice() {
  const isEngineMobile = useAtomValue(isEngineMobileAtom)
  const isMobile = useSyncExternalStore(watchMobileDevice, isMobileDevice)
  // A window that becomes narrow or wide does not change an engine that runs.
  if (!(isEngineMobile ?? isMobile)) return null
  return (
    <Box mb="4">
      <Notice kind="info" title="Motion detection on a mobile device">
        It looks twice a second, and only while Nightjar is in front and the screen is on. Plug the device in; stealth
        mode keeps its screen black and awake.
      </Notice>
    </Box>
  )
}
