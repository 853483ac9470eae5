/** Pieces of the charts: SVG as text, numbers to a tenth of a pixel so that files stay small and equal everywhere. */

export const colours = {
  ink: '#1d2733',
  faint: '#5f6b7a',
  rule: '#d5dae1',
  classic: '#b8531f',
  adaptive: '#14708a',
  truth: '#dcebd3',
  alarm: '#b3261e',
} as const

/** A whole picture on white: pages are light or dark. */
export function picture(width: number, height: number, title: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="13" fill="${colours.ink}">
<title>${title}</title>
<rect width="${width}" height="${height}" rx="8" fill="#fff"/>
${parts.join('\n')}
</svg>
`
}

export interface TextStyle {
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly fill?: string
  readonly size?: number
  readonly isBold?: boolean
}

export function text(x: number, y: number, content: string, style: TextStyle = {}): string {
  const { anchor = 'start', fill, size, isBold = false } = style
  const attributes = [
    anchor === 'start' ? '' : ` text-anchor="${anchor}"`,
    fill === undefined ? '' : ` fill="${fill}"`,
    size === undefined ? '' : ` font-size="${size}"`,
    isBold ? ' font-weight="600"' : '',
  ]
  return `<text x="${tenth(x)}" y="${tenth(y)}"${attributes.join('')}>${escaped(content)}</text>`
}

export function box(left: number, top: number, width: number, height: number, fill: string): string {
  return `<rect x="${tenth(left)}" y="${tenth(top)}" width="${tenth(width)}" height="${tenth(height)}" fill="${fill}"/>`
}

export function line(x1: number, y1: number, x2: number, y2: number, stroke: string, dash?: string): string {
  const dashes = dash === undefined ? '' : ` stroke-dasharray="${dash}"`
  return `<path d="M${tenth(x1)} ${tenth(y1)}L${tenth(x2)} ${tenth(y2)}" stroke="${stroke}" fill="none"${dashes}/>`
}

/** A line through points; null breaks it. */
export function curve(points: readonly (readonly [x: number, y: number] | null)[], stroke: string): string {
  let isDown = false
  const steps = points.map((point) => {
    const step = point === null ? '' : `${isDown ? 'L' : 'M'}${tenth(point[0])} ${tenth(point[1])}`
    isDown = point !== null
    return step
  })
  return `<path d="${steps.join('')}" stroke="${stroke}" stroke-width="1.6" fill="none"/>`
}

export function dot(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${tenth(radius)}" fill="${fill}"/>`
}

function tenth(value: number): string {
  return String(Math.round(10 * value) / 10)
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
