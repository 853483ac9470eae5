import { expect, type Page } from '@playwright/test'
import { type AxeFault, axeFaults, isSerious, seriousAxeFaults } from './axe'
import { lowTargets, overflow, overlappingTexts, smallTargets } from './layout'

/** The theme follows the system within this. */
const RESTYLE_MS = 200

/** Below it a thumb presses (FACE-17). */
const NARROW_PX = 768

/** What the page's place for things is worth at its width, and to those who press or read it. */
export async function layoutFaults(page: Page): Promise<string[]> {
  const tooWide = await overflow(page)
  const isNarrow = (page.viewportSize()?.width ?? 0) < NARROW_PX
  return [
    ...(tooWide > 0 ? [`scrolls sideways by ${tooWide} px`] : []),
    ...(await overlappingTexts(page)).map((pair) => `texts overlap: ${pair}`),
    ...(await smallTargets(page)).map((target) => `small target: ${target}`),
    ...(isNarrow ? await lowTargets(page) : []).map((target) => `too low for a thumb: ${target}`),
  ]
}

/** Screen readers jump from landmark to landmark: what axe calls moderate of them counts too. */
export const landmarkRules = [
  'region',
  'landmark-one-main',
  'landmark-unique',
  'landmark-no-duplicate-banner',
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
]

/** All rules in the light theme. */
export async function lightFaults(page: Page): Promise<string[]> {
  const found = (await axeFaults(page)).filter((fault) => isSerious(fault) || landmarkRules.includes(fault.rule))
  return found.map(line)
}

/** The dark theme differs in its colours, which are the same at all widths. `selector`: of a part of the page alone. */
export async function darkFaults(page: Page, selector?: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.waitForTimeout(RESTYLE_MS)
  const dark = await seriousAxeFaults(page, {
    rules: ['color-contrast', 'link-in-text-block'],
    ...(selector === undefined ? {} : { selector }),
  })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return dark.map((fault) => `dark: ${line(fault)}`)
}

function line({ rule, html }: AxeFault): string {
  return `${rule}: ${html}`
}
