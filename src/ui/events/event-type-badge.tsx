import { Badge } from '@chakra-ui/react'
import type { EventType } from '../../contract/event'

export const eventTypeLooks = {
  ALERT: { colorPalette: 'red', variant: 'solid' },
  PERSON: { colorPalette: 'brand', variant: 'solid' },
  MOTION: { colorPalette: 'gray', variant: 'subtle' },
} as const

/** ALERT is destructive, PERSON default, others secondary (DASH-11, DASH-12). */
export function EventTypeBadge(props: { readonly type: EventType | null }) {
  if (props.type === null) return <Badge variant="outline">Unknown</Badge>
  return <Badge {...eventTypeLooks[props.type]}>{props.type}</Badge>
}
