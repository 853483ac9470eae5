import type { Page } from '@playwright/test'
import { z } from 'zod'
import { type EventEntry, eventEntryShape, QUICK_MS } from './interaction-figures'

/** A frame that took long, and the scripts in it (Long Animation Frames); times in milliseconds of the page's clock. */
const longFrameShape = z.object({
  startTime: z.number(),
  duration: z.number(),
  /** When style and layout began, after all scripts; 0 where nothing was drawn. */
  styleAndLayoutStart: z.number(),
  scripts: z.array(
    z.object({
      /** What called it, such as `BUTTON.onclick`. */
      invoker: z.string(),
      functionName: z.string(),
      source: z.string(),
      duration: z.number(),
      /** The part of it in which it made the browser lay the page out before its turn. */
      forcedLayoutMs: z.number(),
    }),
  ),
})
export type LongFrame = z.infer<typeof longFrameShape>

const logShape = z.object({ entries: z.array(eventEntryShape), frames: z.array(longFrameShape) })

/** Everything that the page's observers tell, from its first moment on; to be called before it is opened. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript((thresholdMs) => {
    const log = { entries: [] as object[], frames: [] as object[] }
    Object.assign(window, { interactionLog: log })
    // The DOM library does not know this option yet.
    const options: PerformanceObserverInit & { readonly durationThreshold: number } = {
      type: 'event',
      durationThreshold: thresholdMs,
      buffered: true,
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const { interactionId, name, startTime, duration, processingStart, processingEnd } = entry
        log.entries.push({ interactionId, name, startTime, duration, processingStart, processingEnd })
      }
    }).observe(options)
    new PerformanceObserver((list) => {
      // Nor these entries.
      interface Script {
        readonly invoker: string
        readonly sourceFunctionName: string
        readonly sourceURL: string
        readonly sourceCharPosition: number
        readonly duration: number
        readonly forcedStyleAndLayoutDuration: number
      }
      type Frame = PerformanceEntry & { readonly styleAndLayoutStart: number; readonly scripts: readonly Script[] }
      for (const { startTime, duration, styleAndLayoutStart, scripts } of list.getEntries() as Frame[]) {
        const told = scripts.map((script) => ({
          invoker: script.invoker,
          functionName: script.sourceFunctionName,
          source: `${script.sourceURL.replace(/.*\//, '')}:${script.sourceCharPosition}`,
          duration: script.duration,
          forcedLayoutMs: script.forcedStyleAndLayoutDuration,
        }))
        log.frames.push({ startTime, duration, styleAndLayoutStart, scripts: told })
      }
    }).observe({ type: 'long-animation-frame', buffered: true })
  }, QUICK_MS)
}

/** The page's clock, in milliseconds. */
export function pageNowMs(page: Page): Promise<number> {
  return page.evaluate(() => performance.now())
}

/** Waits until what was done to the page is painted and told. */
export async function settle(page: Page, ms: number): Promise<void> {
  await page.evaluate((wait) => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, wait))), ms)
}

export async function readInteractions(page: Page): Promise<{ entries: EventEntry[]; frames: LongFrame[] }> {
  return logShape.parse(await page.evaluate('window.interactionLog'))
}

/** What a frame spent its time on, in words. */
export function frameLines({ duration, startTime, styleAndLayoutStart, scripts }: LongFrame): string[] {
  const drawing = styleAndLayoutStart > 0 ? startTime + duration - styleAndLayoutStart : 0
  return [
    `a frame of ${duration.toFixed(0)} ms, ${drawing.toFixed(0)} of it style, layout and paint`,
    ...scripts.map(({ invoker, functionName, source, duration: ms, forcedLayoutMs }) => {
      const layout = forcedLayoutMs >= 1 ? `, ${forcedLayoutMs.toFixed(0)} of it layout before its turn` : ''
      return `  ${ms.toFixed(0)} ms in ${invoker || 'a script'}: ${functionName || '(unnamed)'} ${source}${layout}`
    }),
  ]
}
