import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtBudget, limits, mostFiles } from '../../../scripts/build/budget.mjs'
import { root } from '../../../scripts/root.mjs'
import { expect, test } from '../support/test'

test('no screen of the built app needs more JavaScript than its budget, or comes in more files (UI-05)', () => {
  const rows = builtBudget(join(root, 'dist', 'app'))
  expect(rows.map(({ screen }) => screen)).toEqual(expect.arrayContaining(['login', 'dashboard', 'cameras', 'videos']))
  expect(rows.filter(({ bytes, limitBytes }) => bytes > limitBytes)).toEqual([])
  expect(rows.filter(({ files }) => files.length > mostFiles)).toEqual([])
})

test('no file of the built app imports one that imports it, as either would run before what it needs', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'dist', 'app', '.vite', 'manifest.json'), 'utf8'))
  const loaded = new Set<string>()
  const load = (name: string, path: readonly string[]): void => {
    expect(path).not.toContain(name)
    if (loaded.has(name)) return
    for (const imported of manifest[name].imports ?? []) load(imported, [...path, name])
    loaded.add(name)
  }
  for (const name of Object.keys(manifest)) load(name, [])
  expect(loaded.size).toBeGreaterThan(50)
})

test('sign-in shows with no more than its budget on the wire, whatever comes later, in the typeface that is shipped (UI-05, FACE-01)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  // What comes while the browser has nothing else to do is not waited for.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await page.goto(`${hub.url}/login`)
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => ({
        path: new URL(entry.name).pathname,
        sentBytes: entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : Number.NaN,
      }))
      .filter(({ path }) => path.endsWith('.js')),
  )
  // The typeface has come by now, but a busy machine takes it up a moment later.
  await expect
    .poll(() => page.evaluate(() => document.fonts.check('16px "Atkinson Hyperlegible Next"', 'Welcome Back 0123')))
    .toBe(true)
  const login = builtBudget(join(root, 'dist', 'app')).find(({ screen }) => screen === 'login')
  expect(scripts.map(({ path }) => path.slice(1)).sort()).toEqual(login?.files.toSorted())
  expect(scripts.reduce((sum, { sentBytes }) => sum + sentBytes, 0)).toBeLessThanOrEqual(limits.signInBytes)
})
