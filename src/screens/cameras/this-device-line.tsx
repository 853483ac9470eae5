import { Link, Text } from '@chakra-ui/react'
import { Link as RouteLink } from 'wouter'

/** The way to what this device needs, so that its cameras come back after a power cut (SENSE-08). */
export function ThisDeviceLine() {
  return (
    <Text textStyle="sm" color="fg.muted" mb="4">
      Is this device a camera?{' '}
      <Link asChild variant="underline" color="brand.fg" display="inline">
        <RouteLink href="/cameras/this-device">Set it up to come back after a power cut</RouteLink>
      </Link>
    </Text>
  )
}
