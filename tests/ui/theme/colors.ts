import { system } from '../../../src/ui/theme/theme'

type Look = '_light' | '_dark'

/** Follows a token to its colour, as '#rrggbb'. */
export function colorOf(name: string, look: Look): string {
  const token = system.tokens.getByName(`colors.${name}`)
  const value: string = token?.extensions.conditions?.[look] ?? token?.value ?? name
  const [, next] = /^\{colors\.(.+)\}$/.exec(value) ?? []
  if (next !== undefined) return colorOf(next, look)
  return { white: '#ffffff', black: '#000000' }[value.toLowerCase()] ?? value.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
}

/** Of two colours, from 1 to 21 (WCAG 2.2, relative luminance and contrast ratio). */
export function contrast(one: string, other: string): number {
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
