import type { Page } from '@playwright/test'
import axe, { type ImpactValue, type RunOptions } from 'axe-core'

/** An element that breaks a rule. */
export interface AxeFault {
  readonly rule: string
  readonly impact: ImpactValue | null
  /** The element's own tag, and what is in it. */
  readonly html: string
}

export interface AxeWish {
  /** Of the part that is audited; all of the page where none is given. */
  readonly selector?: string
  /** All rules where none are given. */
  readonly rules?: readonly string[]
}

/**
 * An audit of a page, which has no frames. axe comes into it once, and only faults come back: the builder for Playwright
 * sends all of axe for each audit, which costs more than the audit.
 */
export async function axeFaults(page: Page, { selector, rules }: AxeWish = {}): Promise<AxeFault[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
  }
  return page.evaluate(
    async ([where, runOptions]) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const { violations } = await inPage.run(where ?? document, runOptions)
      return violations.flatMap(({ id, impact = null, nodes }) =>
        nodes.map(({ html }) => ({ rule: id, impact, html: html.slice(0, 200) })),
      )
    },
    [selector, options] as const,
  )
}

/** What axe calls serious or critical. */
export async function seriousAxeFaults(page: Page, wish: AxeWish = {}): Promise<AxeFault[]> {
  return (await axeFaults(page, wish)).filter(isSerious)
}

export function isSerious({ impact }: AxeFault): boolean {
  return impact === 'serious' || impact === 'critical'
}
