import { chakra } from '@chakra-ui/react'
import type { EventType } from '../../contract/event'

/** Each type has its own shape as well: colours alone are not seen by everybody. */
const looks = {
  MOTION: { path: 'M4.5 1h3v10h-3z', color: 'fg.muted', order: 1 },
  PERSON: { path: 'M6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10z', color: 'brand.solid', order: 2 },
  ALERT: { path: 'M6 0.5l5.8 10.7H.2z', color: 'red.solid', order: 3 },
} as const satisfies Record<EventType, { path: string; color: string; order: number }>

const names = { MOTION: 'Motion', PERSON: 'Person', ALERT: 'Alerts' } as const satisfies Record<EventType, string>

/** What matters most lies on top where marks crowd. */
export function markOrder(type: EventType): number {
  return looks[type].order
}

export function MarkShape(props: { readonly type: EventType; readonly isActive?: boolean }) {
  const { path, color } = looks[props.type]
  return (
    <chakra.svg
      viewBox="0 0 12 12"
      boxSize="3"
      overflow="visible"
      data-shape={props.type}
      color={color}
      transform={props.isActive ? 'scale(1.6)' : undefined}
      aria-hidden
    >
      <chakra.path d={path} fill="currentColor" stroke="bg.panel" strokeWidth="1" />
    </chakra.svg>
  )
}

/** What the shapes mean. */
export function MarkLegend() {
  return (
    <chakra.ul
      display="flex"
      flexWrap="wrap"
      columnGap="4"
      listStyleType="none"
      color="fg.muted"
      textStyle="xs"
      aria-hidden
    >
      {(['MOTION', 'PERSON', 'ALERT'] as const).map((type) => (
        <chakra.li key={type} display="flex" alignItems="center" gap="1.5">
          <MarkShape type={type} />
          {names[type]}
        </chakra.li>
      ))}
    </chakra.ul>
  )
}
