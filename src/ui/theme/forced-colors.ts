import { defineConfig } from '@chakra-ui/react'

/** The browser draws what is set on its own from now on: letters and signs within have to follow. */
const chosen = {
  forcedColorAdjust: 'none',
  background: 'Highlight !important',
  '&, & *': { color: 'HighlightText !important' },
}

/**
 * Where somebody's system forces its own few colours (high contrast), no ground of ours is drawn: what is known by its
 * ground alone has a frame there, and what is on or chosen the system's own colour for that. What is told by many colours,
 * such as a week of modes, keeps them where it is drawn.
 */
export const forcedColors = defineConfig({
  globalCss: {
    '@media (forced-colors: active)': {
      '[aria-pressed=true], [aria-current], [role=switch][aria-checked=true]': chosen,
      '[role^=menuitem][data-highlighted], [data-part=table-cell-trigger][data-selected]': chosen,
      '[data-scope=checkbox][data-part=control][data-state=checked]': chosen,
      '[data-part=track], [role=meter], [data-scope=switch][data-part=control]': {
        border: '1px solid CanvasText !important',
      },
      '[data-part=range], [data-scope=radio-group] [data-checked]': { background: 'Highlight !important' },
      '[data-scope=radio-group] [data-checked] > *': { background: 'HighlightText !important' },
      '[data-scope=switch]': {
        '&[data-part=control][data-state=checked]': { background: 'Highlight !important' },
        // The frame takes a pixel of its room.
        '&[data-part=thumb]': { margin: '-1px', background: 'CanvasText !important' },
        '&[data-part=thumb][data-state=checked]': { background: 'HighlightText !important' },
      },
    },
  },
})
