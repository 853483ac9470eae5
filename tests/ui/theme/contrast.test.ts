import { describe, expect, test } from 'vitest'
import { makeSignInSystem } from '../../../src/ui/theme/sign-in-theme'
import { system } from '../../../src/ui/theme/theme'

/** Of two colours, from 1 to 21 (WCAG 2.2, relative luminance and contrast ratio). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const parts = hex.match(/^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i)?.slice(1) ?? []
  if (parts.length !== 3) throw new Error(`${hex} is no colour of six digits.`)
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = Number.parseInt(part, 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** What a name of the theme stands for in one of its looks. */
function colourOf(name: string, look: '_light' | '_dark'): string {
  const token = system.tokens.getByName(`colors.${name}`)
  const value = token?.extensions.conditions?.[look] ?? token?.originalValue
  if (value === 'white' || value === 'black') return colourOf(value, look)
  const reference = /^\{colors\.(.+)\}$/.exec(String(value))?.[1]
  return reference === undefined ? String(value) : colourOf(reference, look)
}

describe.each(['_light', '_dark'] as const)('words are read in the look %s', (look) => {
  test.each(
    ['fg', 'fg.muted', 'fg.error', 'fg.warning', 'fg.success'].flatMap((words) =>
      ['bg', 'bg.panel', 'bg.muted'].map((ground) => [words, ground] as const),
    ),
  )('%s on %s: at least 4.5 (WCAG 2.2, 1.4.3)', (words, ground) => {
    expect(contrast(colourOf(words, look), colourOf(ground, look))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['brand', 'green', 'orange', 'red'])('on solid %s, of buttons and toasts', (palette) => {
    const [words, ground] = [`${palette}.contrast`, `${palette}.solid`] as const
    expect(contrast(colourOf(words, look), colourOf(ground, look))).toBeGreaterThanOrEqual(4.5)
  })
})

test('a solid button is no paler under the pointer, in either theme', () => {
  for (const { _config } of [system, makeSignInSystem()]) {
    const { solid } = _config.theme?.recipes?.['button']?.variants?.['variant'] ?? {}
    expect(solid?._hover).toMatchObject({ bg: 'colorPalette.solid', bgImage: expect.stringContaining('blackAlpha') })
  }
})
