/** A grid of zones; a zone is `row * columns + column`. */
export interface ZoneShape {
  readonly columns: number
  readonly rows: number
}

const within = (value: number, end: number) => Math.max(0, Math.min(end - 1, value))

/** The zone below a point of the grid's box; the nearest one for points outside. */
export function zoneAt(
  { columns, rows }: ZoneShape,
  box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  point: { readonly clientX: number; readonly clientY: number },
): number {
  const column = within(Math.floor(((point.clientX - box.left) / box.width) * columns), columns)
  const row = within(Math.floor(((point.clientY - box.top) / box.height) * rows), rows)
  return row * columns + column
}

/** The zones on the straight way between two: a fast hand skips some. Both ends count. */
export function zonesBetween({ columns }: ZoneShape, from: number, to: number): readonly number[] {
  const [fromRow, fromColumn] = [Math.floor(from / columns), from % columns]
  const [rows, span] = [Math.floor(to / columns) - fromRow, (to % columns) - fromColumn]
  const steps = Math.max(Math.abs(rows), Math.abs(span), 1)
  return Array.from({ length: steps + 1 }, (_, step) => {
    const share = step / steps
    return (fromRow + Math.round(rows * share)) * columns + fromColumn + Math.round(span * share)
  })
}

/** Where a key leads from a zone; null for keys that do not move. */
export function zoneMove({ columns, rows }: ZoneShape, from: number, key: string, withCtrl: boolean): number | null {
  const [row, column] = [Math.floor(from / columns), from % columns]
  const at = (toRow: number, toColumn: number) => within(toRow, rows) * columns + within(toColumn, columns)
  switch (key) {
    case 'ArrowLeft':
      return at(row, column - 1)
    case 'ArrowRight':
      return at(row, column + 1)
    case 'ArrowUp':
      return at(row - 1, column)
    case 'ArrowDown':
      return at(row + 1, column)
    case 'Home':
      return at(withCtrl ? 0 : row, 0)
    case 'End':
      return at(withCtrl ? rows : row, columns)
    default:
      return null
  }
}
