import { defineConfig } from '@chakra-ui/react'

/** Darker, where the library's own is paler: white letters on it are read under the pointer, too (WCAG 2.2, 1.4.3). */
const pointed = {
  bg: 'colorPalette.solid',
  bgImage: 'linear-gradient({colors.blackAlpha.300}, {colors.blackAlpha.300})',
} as const

export const hover = defineConfig({
  theme: { recipes: { button: { variants: { variant: { solid: { _hover: pointed, _expanded: pointed } } } } } },
})
