import { expect, it } from 'vitest'
import { eventTypeLooks } from '../../../src/ui/events/event-type-badge'
import { frameColors } from '../../../src/ui/pictures/box-looks'
import { colorOf, contrast } from '../theme/colors'

const themes = ['_light', '_dark'] as const

/** What text needs on its ground. */
const TEXT_CONTRAST = 4.5
/** From here on a surface is seen on another without a border; the panels of this app on its page have less. */
const SURFACE_CONTRAST = 1.15

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
