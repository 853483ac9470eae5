import type { Page } from '@playwright/test'
import { aligned, barLine, type Row } from '../../report'
import { dashboardBars, dashboardRows, measureDashboard } from './dashboard-pictures'
import { openCamerasApp } from './interaction-app'
import {
  type Interaction,
  interactionBars,
  interactionFigures,
  interactionRows,
  interactionsOf,
  kindTable,
  type Step,
  slowestFirst,
} from './interaction-figures'
import { frameLines, type LongFrame, pageNowMs, readInteractions, settle, watchInteractions } from './interaction-log'
import { actionsAt } from './interaction-steps'

/** Between two actions, as a quick person leaves. */
const PAUSE_MS = 250

/** Rounds of all actions, one camera's card after the other: enough of them for the bar with one camera too. */
const LEAST_ROUNDS = 4

/** How many of the slowest are looked into. */
const EXPLAINED = 5

export interface InteractionPlan {
  readonly cameras: number
  /** The film never rests, so that every camera records all the while. */
  readonly isSteady: boolean
}

/** Real input at the running app, and how long each took to show (Event Timing, as Web Vitals count interactions). */
export async function measureInteractions(
  browserOf: { readonly executable: string; readonly cameraFile: string },
  { cameras, isSteady }: InteractionPlan,
): Promise<{ product: string; rows: Row[] }> {
  const app = await openCamerasApp(browserOf, cameras, watchInteractions)
  try {
    console.log(app.product)
    const steps = await walkThrough(app.page, app.cameras)
    const { entries, frames } = await readInteractions(app.page)
    const interactions = interactionsOf(steps, entries)
    report(interactions, frames, cameras)
    const dashboard = await measureDashboard(app.page, cameras)
    for (const bar of dashboardBars(dashboard, cameras)) console.log(barLine(bar))
    const title = `${isSteady ? 'recording' : 'cameras'}-${cameras}`
    const rows = [...interactionRows(interactionFigures(interactions), title), ...dashboardRows(dashboard, title)]
    return { product: app.product, rows }
  } finally {
    await app.close()
  }
}

/** Every action, at every camera's card; resolves to what was done and when. */
async function walkThrough(page: Page, cameras: readonly string[]): Promise<Step[]> {
  const steps: Step[] = []
  for (let round = 0; round < Math.max(LEAST_ROUNDS, cameras.length); round++) {
    const camera = cameras[round % cameras.length] ?? ''
    for (const { kind, interactions = 1, act, shown } of actionsAt(page, camera, round)) {
      steps.push({ kind, interactions, fromMs: await pageNowMs(page) })
      await act()
      await shown?.()
      await settle(page, PAUSE_MS)
    }
  }
  return steps
}

function report(interactions: readonly Interaction[], frames: readonly LongFrame[], cameras: number): void {
  const figures = interactionFigures(interactions)
  const { count, p50Ms, p75Ms, p98Ms, worst } = figures
  console.log(`\n${aligned(kindTable(interactions))}\n\nThe slowest, and the long frames in them:`)
  for (const interaction of slowestFirst(interactions).slice(0, EXPLAINED)) {
    const endMs = interaction.startMs + interaction.latencyMs
    const within = frames.filter(({ startTime, duration }) => {
      return startTime < endMs && startTime + duration > interaction.startMs
    })
    console.log(`  ${interaction.kind}, ${interaction.latencyMs.toFixed(0)} ms`)
    for (const line of within.flatMap(frameLines)) console.log(`    ${line}`)
  }
  console.log(
    `\n${count} interactions with ${cameras} running cameras: median ${p50Ms.toFixed(0)} ms, p75 ${p75Ms.toFixed(0)} ms, ` +
      `p98 ${p98Ms.toFixed(0)} ms, slowest ${worst?.latencyMs.toFixed(0)} ms (${worst?.kind})`,
  )
  for (const bar of interactionBars(figures, cameras)) console.log(barLine(bar))
}
