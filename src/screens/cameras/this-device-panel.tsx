import { Flex, Link, Text } from '@chakra-ui/react'
import { Link as RouteLink } from 'wouter'
import { Panel } from '../../ui/layout/panel'
import { DeliveryLine } from './delivery-notice'
import { MobileNotice } from './notices'
import { PermissionLine } from './permission'

/** What concerns this browser and device and needs nobody now: below the pictures (FACE-08). */
export function ThisDevicePanel() {
  return (
    <Panel heading="This device">
      <Flex direction="column" gap="2" mt="-2">
        <PermissionLine />
        <DeliveryLine />
        <MobileNotice />
        <SetUpLine />
      </Flex>
    </Panel>
  )
}

/** The way to what this device needs, so that its cameras come back after a power cut (SENSE-08). */
function SetUpLine() {
  return (
    <Text textStyle="sm" color="fg.muted">
      Is this device a camera?{' '}
      <Link asChild variant="underline" color="brand.fg" display="inline">
        <RouteLink href="/cameras/this-device">Set it up to come back after a power cut</RouteLink>
      </Link>
    </Text>
  )
}
