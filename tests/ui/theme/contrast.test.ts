import { describe, expect, test } from 'vitest'
import { makeSignInSystem } from '../../../src/ui/theme/sign-in-theme'
import { system } from '../../../src/ui/theme/theme'
import { colorOf, contrast } from './colors'

describe.each(['_light', '_dark'] as const)('words are read in the look %s', (look) => {
  test.each(
    ['fg', 'fg.muted', 'fg.error', 'fg.warning', 'fg.success'].flatMap((words) =>
      ['bg', 'bg.panel', 'bg.muted'].map((ground) => [words, ground] as const),
    ),
  )('%s on %s: at least 4.5 (WCAG 2.2, 1.4.3)', (words, ground) => {
    expect(contrast(colorOf(words, look), colorOf(ground, look))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['brand', 'green', 'orange', 'red'])('on solid %s, of buttons and toasts', (palette) => {
    const [words, ground] = [`${palette}.contrast`, `${palette}.solid`] as const
    expect(contrast(colorOf(words, look), colorOf(ground, look))).toBeGreaterThanOrEqual(4.5)
  })
})

test('a solid button is no paler under the pointer, in either theme', () => {
  for (const { _config } of [system, makeSignInSystem()]) {
    const { solid } = _config.theme?.recipes?.['button']?.variants?.['variant'] ?? {}
    expect(solid?._hover).toMatchObject({ bg: 'colorPalette.solid', bgImage: expect.stringContaining('blackAlpha') })
  }
})
