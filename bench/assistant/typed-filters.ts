import type { CameraName, EventRow } from './workspace'

/** Whether a row is meant. */
export type Filter = (row: EventRow) => boolean

export const people: Filter = ({ type }) => type === 'PERSON'
/** People move too. */
export const motion: Filter = ({ type }) => type !== 'ALERT'
export const motionAlone: Filter = ({ type }) => type === 'MOTION'
export const alerts: Filter = ({ type }) => type === 'ALERT'
export const recorded: Filter = ({ clip }) => clip !== null

/** At any of these cameras. */
export const camera =
  (...names: readonly CameraName[]): Filter =>
  (row) =>
    names.includes(row.camera)

/** What questions pick from the rows. */
export function selectionOf(rows: readonly EventRow[]) {
  /** Those that all filters mean, oldest first. */
  const select = (...filters: readonly Filter[]) => rows.filter((row) => filters.every((means) => means(row)))
  /** One set for each reading of a period. */
  const selectEach = (periods: readonly Filter[], ...filters: readonly Filter[]) =>
    periods.map((period) => select(period, ...filters))
  return { select, selectEach }
}
