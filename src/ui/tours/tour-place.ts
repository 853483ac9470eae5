/** A rectangle of the window, in CSS pixels. */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Size {
  readonly width: number
  readonly height: number
}

const GAP_PX = 14
const MARGIN_PX = 16

/**
 * Where a card goes that speaks of an anchor: beside a narrow one, else below, else above, else beside; where there is
 * no anchor or no room, into the lower right corner. Never out of the window.
 */
export function placeCard(
  anchor: Rect | null,
  card: Size,
  view: Size,
): { readonly left: number; readonly top: number } {
  const most = { left: view.width - card.width - MARGIN_PX, top: view.height - card.height - MARGIN_PX }
  const within = (value: number, limit: number) => Math.max(MARGIN_PX, Math.min(value, limit))
  const corner = { left: within(most.left, most.left), top: within(most.top, most.top) }
  if (anchor === null) return corner
  const right = anchor.left + anchor.width + GAP_PX
  const beside = right <= most.left ? { left: right, top: within(anchor.top, most.top) } : null
  if (beside !== null && anchor.width < card.width) return beside
  const left = within(anchor.left, most.left)
  for (const top of [anchor.top + anchor.height + GAP_PX, anchor.top - GAP_PX - card.height]) {
    if (top >= MARGIN_PX && top <= most.top) return { left, top }
  }
  return beside ?? corner
}
