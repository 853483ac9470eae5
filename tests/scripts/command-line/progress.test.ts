import { afterEach, expect, it, vi } from 'vitest'
import { withProgress } from '../../../scripts/command-line/progress.mjs'

afterEach(() => vi.restoreAllMocks())

it.each([
  [0, /^Building: done in \d+\.\d s$/],
  [true, /^Building: done in \d+\.\d s$/],
  [false, /^Building: failed after \d+\.\d s$/],
])('a step that resolves to %s says how it ended', async (result, ending) => {
  const said = vi.spyOn(console, 'log').mockReturnValue()
  expect(await withProgress('Building', async () => result)).toBe(result)
  expect(said.mock.calls.map(([line]) => line)).toEqual(['Building ...', expect.stringMatching(ending)])
})
