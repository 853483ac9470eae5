import { expect, it } from 'vitest'
import { eventTypeLooks } from '../../../src/ui/events/event-type-badge'
import { frameColors } from '../../../src/ui/pictures/box-looks'
import { system } from '../../../src/ui/theme/theme'

const themes = ['_light', '_dark'] as const
type Theme = (typeof themes)[number]

/** What text needs on its ground. */
const TEXT_CONTRAST = 4.5
/** From here on a surface is seen on another without a border; the panels of this app on its page have less. */
const SURFACE_CONTRAST = 1.15

/** Follows a token to its colour, as '#rrggbb'. */
function colorOf(name: string, theme: Theme): string {
  const token = system.tokens.getByName(`colors.${name}`)
  const value: string = token?.extensions.conditions?.[theme] ?? token?.value ?? name
  const [, next] = /^\{colors\.(.+)\}$/.exec(value) ?? []
  if (next !== undefined) return colorOf(next, theme)
  return { white: '#ffffff', black: '#000000' }[value.toLowerCase()] ?? value.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const cases = Object.entries(eventTypeLooks).flatMap(([type, look]) => themes.map((theme) => ({ type, look, theme })))

it.each(cases)(
  'the $type badge is a visible pill with readable text, theme $theme (DASH-11, DASH-12, UI-01)',
  (given) => {
    const { colorPalette, variant } = given.look
    const colors = variant === 'solid' ? ['solid', 'contrast'] : ['subtle', 'fg']
    const [pill = '', text = ''] = colors.map((name) => colorOf(`${colorPalette}.${name}`, given.theme))
    expect(contrast(text, pill)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
    for (const ground of ['bg', 'bg.panel']) {
      expect(contrast(pill, colorOf(ground, given.theme)), ground).toBeGreaterThanOrEqual(SURFACE_CONTRAST)
    }
  },
)

/** What the parts of a drawing need beside each other (WCAG 2.2, 1.4.11). */
const DRAWING_CONTRAST = 3

const frames = Object.entries(frameColors).flatMap(([group, color]) => themes.map((theme) => ({ group, color, theme })))

it.each(frames)(
  'a frame around a $group is seen on dark and on bright pictures, its caption is read, theme $theme (UI-01, LABEL-04)',
  ({ color, theme }) => {
    const frame = colorOf(color, theme)
    // The rim is black; where the picture is as bright as the frame, the rim is what shows.
    expect(contrast(frame, '#000000')).toBeGreaterThanOrEqual(DRAWING_CONTRAST)
    for (const bright of ['#ffffff', frame]) {
      expect(contrast('#333333', bright)).toBeGreaterThanOrEqual(DRAWING_CONTRAST)
    }
    expect(contrast(colorOf('gray.950', theme), frame)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
  },
)

it.each(themes)('the marks of what was seen on the time line are seen on the dialog, theme %s (UI-01)', (theme) => {
  expect(contrast(colorOf('brand.border', theme), colorOf('bg.panel', theme))).toBeGreaterThanOrEqual(DRAWING_CONTRAST)
})
