import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** An audit of a page. Its other mode opens a window for each audit, for the sake of frames of other hosts: we have none. */
export function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode()
}

/** What axe calls serious or critical, one line for each element; only the given rules where some are given. */
export async function axeFaults(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const builder = axeOn(page)
  const { violations } = await (rules.length === 0 ? builder : builder.withRules([...rules])).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}
