import { z } from 'zod'
import { type Bar, median, quantile, type Row } from '../../report'

/** The browser's Event Timing lists nothing that was painted sooner. */
export const QUICK_MS = 16

/** Input to next paint on the cameras screen (BENCH-08). */
const BAR_MS = 200

/** One entry of the page's Event Timing; times in milliseconds of the page's clock, `duration` in steps of 8. */
export const eventEntryShape = z.object({
  /** The same for all events of one press, click or key; 0 for what is no interaction, such as a pointer that moves. */
  interactionId: z.number(),
  name: z.string(),
  startTime: z.number(),
  duration: z.number(),
  processingStart: z.number(),
  processingEnd: z.number(),
})
export type EventEntry = z.infer<typeof eventEntryShape>

/** What was done to the page, from when on, and how many interactions it takes at least. */
export interface Step {
  readonly kind: string
  readonly fromMs: number
  readonly interactions: number
}

/** From the input to the frame that shows what came of it, and where that time went. */
export interface Interaction {
  readonly kind: string
  readonly startMs: number
  readonly latencyMs: number
  /** Until the page began to handle it. */
  readonly waitMs: number
  /** While its handlers ran. */
  readonly handlersMs: number
  /** From then on until the frame was shown. */
  readonly paintMs: number
}

/**
 * The interactions of all steps. An interaction is as slow as its slowest event; one that the browser did not list was
 * quick, and counts with what it may have taken at most.
 */
export function interactionsOf(steps: readonly Step[], entries: readonly EventEntry[]): Interaction[] {
  const events = new Map<number, EventEntry[]>()
  for (const entry of entries) {
    if (entry.interactionId > 0) events.set(entry.interactionId, [...(events.get(entry.interactionId) ?? []), entry])
  }
  const listed = [...events.values()].map(interactionOf)
  return steps.flatMap((step, index) => {
    const untilMs = steps[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY
    const own = listed.filter(({ startMs }) => startMs >= step.fromMs && startMs < untilMs)
    const unlisted = Math.max(0, step.interactions - own.length)
    const { kind } = step
    return [...own.map((found) => ({ kind, ...found })), ...new Array<Interaction>(unlisted).fill(quickOf(step))]
  })
}

/** By its slowest event; the handlers of the others that the same frame shows are part of its time. */
function interactionOf(events: readonly EventEntry[]): Omit<Interaction, 'kind'> {
  const latencyMs = Math.max(...events.map(({ duration }) => duration))
  const startMs = Math.min(...events.flatMap(({ startTime, duration }) => (duration === latencyMs ? startTime : [])))
  const shown = events.filter(({ startTime }) => startTime >= startMs && startTime <= startMs + latencyMs)
  const beganMs = Math.min(...shown.map(({ processingStart }) => processingStart))
  const endedMs = Math.max(...shown.map(({ processingEnd }) => processingEnd))
  const [waitMs, handlersMs] = [beganMs - startMs, endedMs - beganMs]
  return { startMs, latencyMs, waitMs, handlersMs, paintMs: Math.max(0, latencyMs - waitMs - handlersMs) }
}

function quickOf({ kind, fromMs }: Step): Interaction {
  return { kind, startMs: fromMs, latencyMs: QUICK_MS, waitMs: 0, handlersMs: 0, paintMs: QUICK_MS }
}

export interface InteractionFigures {
  readonly count: number
  readonly p50Ms: number
  readonly p75Ms: number
  readonly p98Ms: number
  /** The slowest; undefined of none. */
  readonly worst: Interaction | undefined
}

export function interactionFigures(interactions: readonly Interaction[]): InteractionFigures {
  const latencies = interactions.map(({ latencyMs }) => latencyMs)
  return {
    count: interactions.length,
    p50Ms: median(latencies),
    p75Ms: quantile(latencies, 0.75),
    p98Ms: quantile(latencies, 0.98),
    worst: slowestFirst(interactions)[0],
  }
}

export function slowestFirst(interactions: readonly Interaction[]): Interaction[] {
  return [...interactions].sort((a, b) => b.latencyMs - a.latencyMs)
}

/** A line for each kind, the kind with the slowest one first. */
export function kindTable(interactions: readonly Interaction[]): string[][] {
  const kinds = [...new Set(slowestFirst(interactions).map(({ kind }) => kind))]
  const head = ['', 'n', 'median, ms', 'slowest, ms', 'of which waiting', 'handlers', 'until painted']
  return [
    head,
    ...kinds.map((kind) => {
      const own = interactions.filter((interaction) => interaction.kind === kind)
      const { count, p50Ms, worst } = interactionFigures(own)
      const parts = [worst?.latencyMs, worst?.waitMs, worst?.handlersMs, worst?.paintMs]
      return [kind, String(count), p50Ms.toFixed(0), ...parts.map((ms) => (ms ?? Number.NaN).toFixed(0))]
    }),
  ]
}

/** The bar of BENCH-08: every interaction, not only most of them. */
export function interactionBars({ count, worst }: InteractionFigures, cameras: number): Bar[] {
  return [
    { what: `${cameras} cameras: interactions measured`, value: count, least: 60 },
    {
      what: `${cameras} cameras: slowest interaction to next paint, ms (${worst?.kind ?? 'none'})`,
      value: worst?.latencyMs ?? Number.NaN,
      most: BAR_MS,
    },
  ]
}

/** The rows of a result (BENCH-01). */
export function interactionRows({ count, p50Ms, p75Ms, p98Ms, worst }: InteractionFigures, title: string): Row[] {
  const row = (metric: string, value: number, unit: string): Row => {
    return { name: 'interactions', case: title, metric, value: Math.round(value * 10) / 10, unit }
  }
  return [
    row('interactions', count, 'count'),
    row('p50', p50Ms, 'ms'),
    row('p75', p75Ms, 'ms'),
    row('p98', p98Ms, 'ms'),
    row('worst', worst?.latencyMs ?? Number.NaN, 'ms'),
  ]
}
