import type { Interval } from '../intervals'
import { median } from '../report'

/** Two digits that mean something. */
export function told(value: number): string {
  const size = Math.abs(value)
  if (size >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(size >= 10 ? 0 : size >= 1 ? 1 : 2)
}

/**
 * What several runs measured: the median, in brackets the least and the most; of two runs both. Of one run alone no
 * number is told.
 */
export function spread(values: readonly number[], digits: (value: number) => string = told): string {
  if (values.length === 1) return 'one run so far'
  const [least, most] = [digits(Math.min(...values)), digits(Math.max(...values))]
  if (least === most) return least
  if (values.length === 2) return `${least} and ${most}`
  return `${digits(median(values))} (${least} to ${most})`
}

/** A figure with its interval of 95 %; says so where the interval holds nothing at all. */
export function within({ value, low, high }: Interval, digits: (value: number) => string = told): string {
  const bounds = `${digits(low)} to ${digits(high)}`
  return low <= 0 && high >= 0 ? `less than the noise (${bounds})` : `${digits(value)} (${bounds})`
}

/** A count, with thousands parted. */
export function whole(count: number): string {
  return count.toLocaleString('en')
}

/** `3 of 4`. */
export function share(some: number, all: number): string {
  return `${whole(some)} of ${whole(all)}`
}

/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Under each table: how to get it again, and which runs it is made of. */
export function source(command: string, folders: readonly { readonly bench: string; about(): string }[]): string {
  const runs = folders.map((runs) => `- [${runs.bench}](../bench/results/${runs.bench}): ${runs.about()}`)
  return `\`${command}\`\n\n${runs.join('\n')}`
}
