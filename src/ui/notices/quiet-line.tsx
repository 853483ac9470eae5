import { HStack, Text } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** How something stands that needs nobody: told to those who look for it, and to screen readers when it changes. */
export function QuietLine(props: { readonly icon: LucideIcon; readonly children: ReactNode }) {
  const { icon: Icon } = props
  return (
    <HStack gap="2" color="fg.muted" role="status" aria-live="polite" align="flex-start">
      <Icon size="1rem" aria-hidden style={{ flexShrink: 0, marginTop: '0.125rem' }} />
      <Text textStyle="sm">{props.children}</Text>
    </HStack>
  )
}
