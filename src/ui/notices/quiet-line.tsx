import { HStack, Text } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** How something stands that needs nobody: told to those who look for it, and to screen readers when it changes. */
export function QuietLine(props: {
  readonly icon: LucideIcon
  /** What changes often without anything having happened is left to those who look for it. */
  readonly isSilent?: boolean
  readonly children: ReactNode
}) {
  const { icon: Icon, isSilent = false } = props
  return (
    <HStack
      gap="2"
      color="fg.muted"
      role={isSilent ? undefined : 'status'}
      aria-live={isSilent ? 'off' : 'polite'}
      align="flex-start"
    >
      <Icon size="1rem" aria-hidden style={{ flexShrink: 0, marginTop: '0.125rem' }} />
      <Text textStyle="sm">{props.children}</Text>
    </HStack>
  )
}
