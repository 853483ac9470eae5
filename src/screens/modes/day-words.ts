/** Monday first, as the days of switches are numbered from 1. */
export const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const sets = [
  { label: 'Every day', days: [1, 2, 3, 4, 5, 6, 7] },
  { label: 'Weekdays', days: [1, 2, 3, 4, 5] },
  { label: 'Weekend', days: [6, 7] },
  ...dayNames.map((label, index) => ({ label, days: [index + 1] })),
] as const

/** What a row may be set to: the usual sets and single days, and its own days where they are neither. */
export function dayOptions(days: readonly number[]): readonly { readonly value: string; readonly label: string }[] {
  const options = sets.map((set) => ({ value: set.days.join(), label: set.label }))
  const own = daysValue(days)
  if (options.some(({ value }) => value === own)) return options
  const label = [...days]
    .sort()
    .map((day) => dayNames[day - 1]?.slice(0, 3))
    .join(', ')
  return [...options, { value: own, label }]
}

export function daysValue(days: readonly number[]): string {
  return [...days].sort().join()
}

export function daysOf(value: string): readonly number[] {
  return value.split(',').map(Number)
}
