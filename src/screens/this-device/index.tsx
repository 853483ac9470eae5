import { SimpleGrid, Stack } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { followDeviceAtom } from '../../state/device/this-device'
import { PageHeader } from '../../ui/layout/page-header'
import { NeedsPanel } from './needs-panel'
import { PowerAlerts } from './power-alerts'
import { SystemPanel } from './system-panel'

/** What this device needs as a camera, to come back by itself after a power cut (SENSE-08). */
export default function ThisDeviceScreen() {
  const follow = useSetAtom(followDeviceAtom)
  useEffect(() => follow(), [follow])
  return (
    <>
      <PageHeader
        title="This device is a camera"
        line="What it needs to watch day and night, and to come back after a power cut"
      />
      <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start">
        <NeedsPanel />
        <Stack gap="4" minW="0">
          <PowerAlerts />
          <SystemPanel />
        </Stack>
      </SimpleGrid>
    </>
  )
}
