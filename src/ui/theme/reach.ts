import { defineConfig } from '@chakra-ui/react'
import {
  checkboxSlotRecipe,
  nativeSelectSlotRecipe,
  pinInputSlotRecipe,
  switchSlotRecipe,
} from '@chakra-ui/react/theme'

/** 44 px: what a thumb hits. */
const THUMB = '11'

const from = (size: string) => ({ base: THUMB, md: size })
const fromSize = (size: string) => ({ base: `sizes.${THUMB}`, md: `sizes.${size}` })
/** On a telephone as high as its words need: with letters twice as large they take two lines rather than stand over the edge. */
const square = (size: string) => ({ h: { base: 'auto', md: size }, minH: from(size), minW: from(size) })

/**
 * Below 768 px buttons and fields are as high as a thumb needs, whatever their size is called; wider windows keep their
 * density. Only `2xs` stays small, for what stands within a line of small letters.
 */
export const reach = defineConfig({
  theme: {
    recipes: {
      button: {
        base: { maxW: '100%', whiteSpace: { base: 'normal', md: 'nowrap' } },
        variants: { size: { xs: square('8'), sm: square('9'), md: square('10'), lg: square('11') } },
      },
      input: {
        variants: { size: { sm: { '--input-height': fromSize('9') }, md: { '--input-height': fromSize('10') } } },
      },
    },
    slotRecipes: {
      // Six beside each other are no wider for it.
      pinInput: { slots: pinInputSlotRecipe.slots, base: { input: { minH: from('10') } } },
    },
  },
})

const fieldOf = (size: string) => ({ root: { '--select-field-height': fromSize(size) } })

/** Likewise of pieces that the sign-in screens do without. */
export const furtherReach = defineConfig({
  theme: {
    slotRecipes: {
      checkbox: { slots: checkboxSlotRecipe.slots, base: { root: { minH: from('8') } } },
      nativeSelect: {
        slots: nativeSelectSlotRecipe.slots,
        variants: { size: { sm: fieldOf('9'), md: fieldOf('10') } },
      },
      switch: { slots: switchSlotRecipe.slots, base: { root: { minH: from('10') } } },
    },
  },
})
