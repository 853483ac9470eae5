import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** The typeface that the app ships (FACE-01), as its build names it. */
const TYPEFACE = /^atkinson-latin-[\w-]{8}\.woff2$/

/** Colours, type and room as the app has them (src/ui/theme/foundation.ts), for both themes. */
const BASE = `
:root { color-scheme: light dark; --text: #151c17; --soft: #4e594f; --ground: #f5f6f1; --panel: #fff; --line: #dce1d6; --act: #1a7b6c; --link: #196358; --look: #a16207; --bad: #991919 }
@media (prefers-color-scheme: dark) { :root { --text: #f5f6f1; --soft: #c3cabd; --ground: #0b100d; --panel: #151c17; --line: #38423a; --link: #69d2bb; --look: #facc15; --bad: #fca5a5 } }
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.5 "Atkinson Hyperlegible Next", Arial, "Liberation Sans", system-ui, sans-serif; font-variant-numeric: tabular-nums; color: var(--text); background: var(--ground) }
.card { max-width: 32rem; margin: min(16vh, 8rem) auto 2rem; padding: 1.5rem; width: calc(100% - 2rem); background: var(--panel); border: 1px solid var(--line); border-radius: .75rem }
h1 { font-size: 1.5rem; font-weight: 700; line-height: 1.3; letter-spacing: -.025em; margin: 0 0 .5rem; overflow-wrap: anywhere }
p { margin: .5rem 0; overflow-wrap: anywhere }
button, .act { font: inherit; font-weight: 600; display: block; width: 100%; min-height: 2.75rem; margin-top: 1rem; padding: .5rem 1rem; border: 0; border-radius: .5rem; text-align: center; text-decoration: none; cursor: pointer; color: #fff; background: var(--act) }
button + button { margin-top: .5rem }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
`

const fontFace = (name: string) =>
  `@font-face { font-family: "Atkinson Hyperlegible Next"; src: url("/assets/${name}") format("woff2"); font-weight: 200 800; font-display: swap }`

/** How a page of the hub's own looks (FACE-12). */
export interface OwnLook {
  /** For its style element. */
  readonly style: string
  /** What its policy lets load for that, and nothing else. */
  readonly sources: readonly string[]
}

/** `appDir`: of the built app, whose typeface it borrows; without one the system's letters stand in. */
export function ownLook(appDir: string | null, rules: string): OwnLook {
  const typeface = appDir === null ? null : typefaceIn(join(appDir, 'assets'))
  const style = `\n${typeface === null ? '' : fontFace(typeface)}${BASE}${rules.trim()}\n`
  const fonts = typeface === null ? [] : ["font-src 'self'"]
  return { style, sources: [`style-src ${hashOf(style)}`, ...fonts] }
}

function typefaceIn(folder: string): string | null {
  if (!existsSync(folder)) return null
  return readdirSync(folder).find((name) => TYPEFACE.test(name)) ?? null
}

/** Lets a content security policy take this very text, and no other. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The bodies of forms, as a record of their fields. `scope`: one of its own, so that no other route reads forms. */
export function takeForms(scope: FastifyInstance, maxBytes: number): void {
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  )
}

/** As text in a page, whatever it holds. */
export function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character)
}
