import { Button, chakra } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { Hint } from '../../ui/notices/hint'
import type { Destination } from './destinations'

/** In the icon strip labels are hints, which open sooner there. */
const STRIP_HINT_DELAY_MS = 200

/** A link to a screen, which says whether it is the one that shows. */
export function NavLink({ item, isStrip }: { readonly item: Destination; readonly isStrip: boolean }) {
  const [path] = useLocation()
  const isHere = path === item.path
  const Icon = item.icon
  return (
    <Hint text={item.label} isDisabled={!isStrip} openDelayMs={STRIP_HINT_DELAY_MS} placement="right">
      <Button
        asChild
        variant="ghost"
        colorPalette={isHere ? 'brand' : 'gray'}
        bg={isHere ? 'colorPalette.subtle' : undefined}
        color={isHere ? 'colorPalette.fg' : 'fg'}
        justifyContent={isStrip ? 'center' : 'flex-start'}
        px={isStrip ? '0' : '2'}
        minW="0"
        size="sm"
        width="100%"
      >
        <Link href={item.path} aria-current={isHere ? 'page' : undefined} aria-label={item.label}>
          <Icon size="1.1rem" aria-hidden />
          {!isStrip && item.label}
        </Link>
      </Button>
    </Hint>
  )
}

export function FooterButton(props: {
  readonly isStrip: boolean
  readonly variant: 'ghost' | 'outline'
  readonly label: string
  readonly icon: LucideIcon
  /** To another screen, as a link does. */
  readonly isWay?: boolean
  readonly onClick: () => void
}) {
  const { isStrip, label, icon: Icon } = props
  return (
    <Hint text={label} isDisabled={!isStrip} openDelayMs={STRIP_HINT_DELAY_MS} placement="right">
      <Button
        variant={props.variant}
        size="sm"
        minW="0"
        px={isStrip ? '0' : '2'}
        justifyContent={isStrip ? 'center' : 'flex-start'}
        aria-label={label}
        data-leads={props.isWay ? '' : undefined}
        onClick={props.onClick}
      >
        <Icon size="1.1rem" aria-hidden />
        {!isStrip && <chakra.span>{label}</chakra.span>}
      </Button>
    </Hint>
  )
}
