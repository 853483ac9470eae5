import { chakra, VisuallyHidden } from '@chakra-ui/react'
import { type KeyboardEvent, memo, type PointerEvent, useRef, useState } from 'react'
import { type ZoneShape, zoneAt, zoneMove, zonesBetween } from './zone-moves'

const HATCH = 'repeating-linear-gradient(45deg, rgb(0 0 0 / 0.72) 0 5px, rgb(255 255 255 / 0.3) 5px 7px)'

/** Lines thin enough to look through; the picture below may be light or dark, so focus has a ring of both. */
const gridCss = {
  '& td': { padding: 0, boxShadow: 'inset 0 0 0 0.5px rgb(255 255 255 / 0.16)', outline: 'none' },
  '&:hover td, &:focus-within td': {
    boxShadow: 'inset 0 0 0 0.5px rgb(255 255 255 / 0.4)',
  },
  '& [aria-selected=true]': { backgroundImage: HATCH },
  '& td:focus-visible': {
    outline: '2px solid white',
    outlineOffset: '-2px',
    boxShadow: '0 0 0 2px black, inset 0 0 0 4px black',
    zIndex: 1,
  },
}

interface Stroke {
  readonly isIgnored: boolean
  readonly last: number
}

/**
 * Zones of a picture to ignore, laid over it: painted by a drag whose first zone decides between painting and erasing,
 * or by arrows and Space; Shift with an arrow goes on painting.
 */
export function ZoneGrid(props: {
  readonly columns: number
  readonly rows: number
  readonly ignored: readonly number[]
  readonly onPaint: (zones: readonly number[], isIgnored: boolean) => void
}) {
  const { ignored, onPaint } = props
  const grid = useRef<HTMLTableElement>(null)
  const stroke = useRef<Stroke | null>(null)
  const [current, setCurrent] = useState(0)
  const [said, setSaid] = useState('')
  const goTo = (zone: number) => {
    setCurrent(zone)
    grid.current?.querySelector<HTMLElement>(`[data-zone="${zone}"]`)?.focus({ preventScroll: true })
  }
  const under = (event: PointerEvent<HTMLTableElement>) =>
    zoneAt(props, event.currentTarget.getBoundingClientRect(), event)
  const beginStroke = (event: PointerEvent<HTMLTableElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const zone = under(event)
    const isIgnored = !ignored.includes(zone)
    stroke.current = { isIgnored, last: zone }
    goTo(zone)
    onPaint([zone], isIgnored)
  }
  const goOn = (event: PointerEvent<HTMLTableElement>) => {
    const begun = stroke.current
    const zone = under(event)
    if (begun === null || zone === begun.last) return
    stroke.current = { ...begun, last: zone }
    onPaint(zonesBetween(props, begun.last, zone), begun.isIgnored)
  }
  const endStroke = () => {
    stroke.current = null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = event.key === ' ' ? current : zoneMove(props, current, event.key, event.ctrlKey)
    if (to === null) return
    event.preventDefault()
    const isPainting = event.key === ' ' || event.shiftKey
    const isIgnored = event.key === ' ' ? !ignored.includes(current) : ignored.includes(current)
    goTo(to)
    if (!isPainting) return
    onPaint([to], isIgnored)
    setSaid(nameOf(props, to, isIgnored))
  }
  return (
    <>
      <chakra.table
        ref={grid}
        role="grid"
        aria-label="Zones to ignore"
        aria-multiselectable
        position="absolute"
        inset="0"
        boxSize="100%"
        tableLayout="fixed"
        borderCollapse="collapse"
        cursor="crosshair"
        userSelect="none"
        touchAction="none"
        css={gridCss}
        forcedColorAdjust="none"
        onPointerDown={beginStroke}
        onPointerMove={goOn}
        onPointerUp={endStroke}
        onPointerCancel={endStroke}
        onKeyDown={onKeyDown}
      >
        <tbody>
          {Array.from({ length: props.rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its index
            <tr key={row}>
              {Array.from({ length: props.columns }, (_, column) => {
                const zone = row * props.columns + column
                const isIgnored = ignored.includes(zone)
                const name = nameOf(props, zone, isIgnored)
                return <Zone key={zone} zone={zone} name={name} isIgnored={isIgnored} isCurrent={zone === current} />
              })}
            </tr>
          ))}
        </tbody>
      </chakra.table>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}

function nameOf({ columns }: ZoneShape, zone: number, isIgnored: boolean): string {
  const [row, column] = [Math.floor(zone / columns) + 1, (zone % columns) + 1]
  return `Zone row ${row}, column ${column}, ${isIgnored ? 'ignored' : 'watched'}`
}

const Zone = memo(function Zone(props: {
  readonly zone: number
  readonly name: string
  readonly isIgnored: boolean
  readonly isCurrent: boolean
}) {
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: in a grid a td is a gridcell; not all readers infer it
      role="gridcell"
      data-zone={props.zone}
      aria-label={props.name}
      aria-selected={props.isIgnored}
      tabIndex={props.isCurrent ? 0 : -1}
    />
  )
})
