import { HStack, Text } from '@chakra-ui/react'
import { MapPin } from 'lucide-react'

/** Where a camera is, in one line however narrow its place. */
export function LocationLine({ location }: { readonly location: string }) {
  return (
    <HStack gap="1" minW="0">
      <MapPin size="0.9rem" aria-hidden style={{ flexShrink: 0 }} />
      <Text truncate>{location}</Text>
    </HStack>
  )
}
