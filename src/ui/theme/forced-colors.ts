import { defineConfig } from '@chakra-ui/react'

/** The browser draws what is set on its own from now on: letters and signs within have to follow. */
const chosen = {
  _highContrast: {
    forcedColorAdjust: 'none',
    background: 'Highlight !important',
    '&, & *': { color: 'HighlightText !important' },
  },
}

const framed = { _highContrast: { border: '1px solid CanvasText !important' } }
const filledWith = (color: 'CanvasText' | 'Highlight' | 'HighlightText') => ({
  _highContrast: { background: `${color} !important` },
})

/**
 * Where somebody's system forces its own few colours (high contrast), no ground of ours is drawn: what is known by its
 * ground alone has a frame there, and what is on or chosen the system's own colour for that. What is told by many colours,
 * such as a week of modes, keeps them where it is drawn.
 */
export const forcedColors = defineConfig({
  globalCss: {
    '[aria-pressed=true], [aria-current=page], [role=switch][aria-checked=true]': chosen,
    '[role^=menuitem][data-highlighted], [data-part=table-cell-trigger]:is([data-selected], [data-in-range])': chosen,
    '[data-scope=checkbox][data-part=control][data-state=checked]': chosen,
    '[data-part=track], [role=meter], [data-scope=switch][data-part=control]': framed,
    // Nothing else tells what lies above the page from the page.
    '[role=dialog], [role=alertdialog], [data-scope=toast][data-part=root]': framed,
    '[data-part=range], [data-scope=radio-group] [data-checked]': filledWith('Highlight'),
    '[data-scope=radio-group] [data-checked] > *': filledWith('HighlightText'),
    '[data-scope=switch][data-part=control][data-state=checked]': filledWith('Highlight'),
    '[data-scope=switch][data-part=thumb]': {
      ...filledWith('CanvasText'),
      '&[data-state=checked]': filledWith('HighlightText'),
      // The frame takes a pixel of its room.
      margin: { _highContrast: '-1px' },
    },
  },
})
