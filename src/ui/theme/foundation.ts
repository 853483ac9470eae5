import { defineConfig } from '@chakra-ui/react'
import {
  animationStyles,
  breakpoints,
  cssVarsRoot,
  globalCss,
  keyframes,
  layerStyles,
  semanticTokens,
  textStyles,
  tokens,
} from '@chakra-ui/react/theme'

/** A nightjar's plumage, bark and moss: greys that lean to green, so that the pictures are the only other colour. */
const bark = {
  50: '#f5f6f1',
  100: '#ebeee6',
  200: '#dce1d6',
  300: '#c3cabd',
  400: '#98a294',
  500: '#6b766a',
  600: '#4e594f',
  700: '#38423a',
  800: '#232b25',
  900: '#151c17',
  950: '#0b100d',
}

const moss = {
  50: '#ecfaf6',
  100: '#cff3e8',
  200: '#a1e6d4',
  300: '#69d2bb',
  400: '#3bb8a0',
  500: '#229a85',
  600: '#1a7b6c',
  700: '#196358',
  800: '#184f48',
  900: '#16423d',
  950: '#072623',
}

/**
 * Made so that no letter and no figure is taken for another: names, codes and times are read here from across a room, and
 * at night. Arial is as wide (1.00 over English text): what is set in it until the font has come does not move. Other
 * scripts fall to what the system has for them.
 */
const typeface = '"Atkinson Hyperlegible Next", Arial, "Liberation Sans", system-ui, sans-serif'

const values = (colors: Record<string, string>) =>
  Object.fromEntries(Object.entries(colors).map(([shade, value]) => [shade, { value }]))

const pair = (light: string, dark: string) => ({
  value: { _light: `{colors.${light}}`, _dark: `{colors.${dark}}` },
})

/** Of the bar at the foot of narrow windows. */
export const BAR_HEIGHT = '3.5rem'
/** Its words: where letters are twice as large, as large as the longest has room for. A word that is cut tells less. */
export const BAR_LETTERS = 'min({fontSizes.xs}, 3.6vw)'

/** How much of a narrow window's foot is taken by bars; what is fixed there stands above it, by `var()`. */
export const FOOT = '--foot'
/** How much more a card above them takes for now. */
export const CARD = '--card'

/** Chakra's own scales. Recipes are named one by one where they are used: the others would cost bytes on every screen. */
export const foundation = defineConfig({
  preflight: true,
  cssVarsPrefix: 'nj',
  cssVarsRoot,
  globalCss,
  theme: { breakpoints, keyframes, tokens, semanticTokens, textStyles, layerStyles, animationStyles },
})

/** Our colours and type. */
export const ours = defineConfig({
  globalCss: {
    'html, body, #root': { minHeight: '100dvh' },
    // What the Tab key leads to stops above what is fixed at the foot of narrow windows.
    html: {
      [FOOT]: { base: BAR_HEIGHT, md: '0px' },
      [CARD]: '0px',
      scrollPaddingBottom: `calc(var(${FOOT}) + var(${CARD}))`,
    },
    // Times and counts change in place: figures of one width do not shake.
    body: { bg: 'bg', color: 'fg', fontVariantNumeric: 'tabular-nums' },
    '*:focus-visible': { outlineOffset: '2px' },
    // Animations not none: dialogs wait for the end of theirs before they go.
    '*, *::before, *::after': {
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        // None at all: with a time, however short, a new theme's colours would go from parent to child frame by frame.
        transitionProperty: 'none !important',
      },
    },
  },
  theme: {
    tokens: {
      colors: { gray: values(bark), brand: values(moss) },
      fonts: { heading: { value: typeface }, body: { value: typeface } },
    },
    semanticTokens: {
      colors: {
        bg: {
          DEFAULT: pair('gray.50', 'gray.950'),
          subtle: pair('gray.100', 'gray.900'),
          muted: pair('gray.100', 'gray.800'),
          emphasized: pair('gray.200', 'gray.700'),
          panel: pair('white', 'gray.900'),
        },
        fg: {
          DEFAULT: pair('gray.900', 'gray.50'),
          muted: pair('gray.600', 'gray.300'),
          subtle: pair('gray.500', 'gray.400'),
          // The library's own are not read in small letters on a light ground (WCAG 2.2, 1.4.3).
          error: pair('red.700', 'red.400'),
          warning: pair('orange.700', 'orange.300'),
          success: pair('green.700', 'green.300'),
        },
        border: {
          // Fields and buttons are known by their border, in a dark room too.
          DEFAULT: pair('gray.200', 'gray.700'),
          muted: pair('gray.100', 'gray.800'),
          emphasized: pair('gray.300', 'gray.600'),
        },
        // A step stronger than Chakra's own, which are the colours of our panels: a pill or a pressed button must be seen.
        gray: {
          subtle: pair('gray.200', 'gray.800'),
          muted: pair('gray.300', 'gray.700'),
          emphasized: pair('gray.400', 'gray.600'),
          border: pair('gray.200', 'gray.700'),
        },
        brand: {
          contrast: pair('white', 'white'),
          fg: pair('brand.700', 'brand.300'),
          subtle: pair('brand.100', 'brand.900'),
          muted: pair('brand.200', 'brand.800'),
          emphasized: pair('brand.300', 'brand.700'),
          solid: pair('brand.600', 'brand.600'),
          focusRing: pair('brand.600', 'brand.400'),
          border: pair('brand.500', 'brand.400'),
        },
        // Toasts; white letters are not read on the library's own.
        green: { solid: pair('green.700', 'green.700') },
        orange: { solid: pair('orange.700', 'orange.700'), contrast: pair('white', 'white') },
        // The same in both themes: what stands on a picture, or in its place.
        picture: {
          DEFAULT: pair('gray.950', 'gray.950'),
          sheen: pair('gray.800', 'gray.800'),
          fg: pair('gray.200', 'gray.200'),
          muted: pair('gray.300', 'gray.300'),
          subtle: pair('gray.400', 'gray.400'),
          border: pair('gray.500', 'gray.500'),
          /** Under words on a picture. */
          ground: pair('blackAlpha.800', 'blackAlpha.800'),
          live: pair('red.500', 'red.500'),
          well: pair('green.400', 'green.400'),
          off: pair('red.700', 'red.700'),
        },
        meter: { still: pair('brand.500', 'brand.500'), motion: pair('orange.500', 'orange.500') },
        /** White letters are read on it, which they are not on the library's own green. */
        go: { DEFAULT: pair('green.700', 'green.700'), hover: pair('green.800', 'green.800') },
        backdrop: pair('blackAlpha.500', 'blackAlpha.500'),
      },
      radii: { l1: { value: '0.25rem' }, l2: { value: '0.5rem' }, l3: { value: '0.75rem' } },
    },
  },
})
