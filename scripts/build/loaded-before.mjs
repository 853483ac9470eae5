import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../root.mjs'

const source = join(root, 'src')
const main = 'app/main.tsx'
const signedIn = 'app/signed-in.ts'

/** Parts that come behind the page itself; every other late part comes behind what signed-in people need. */
const behindThePage = [
  signedIn,
  'app/version/kept-app.ts',
  'app/notices.tsx',
  'ui/notices/toaster.tsx',
  ...['login', 'verification-code', 'pair', 'verify', 'not-found'].map((screen) => `screens/${screen}/index.tsx`),
]

const lateImport = /\bimport\('(?<path>\.{1,2}\/[^']+)'\)/g

/**
 * Tells the bundler what is loaded already when a part comes late, which it cannot know: else it keeps whatever two parts
 * share in a file of its own, and a screen came in a hundred files. Costs no byte, as what a part imports here is there.
 * @returns {import('vite').Plugin}
 */
export function loadedBefore() {
  /** @type {Set<string>} below `src/` */
  const late = new Set()
  return {
    name: 'nightjar:loaded-before',
    apply: 'build',
    enforce: 'pre',
    // A part is read after one that imports it.
    transform(code, id) {
      const file = id.split('?')[0] ?? id
      if (!file.startsWith(source)) return null
      for (const { groups } of code.matchAll(lateImport)) {
        const part = fileOf(join(dirname(file), groups?.['path'] ?? ''))
        if (part !== null) late.add(relative(source, part))
      }
      const name = relative(source, file)
      if (!late.has(name)) return null
      const before = behindThePage.includes(name) ? main : signedIn
      return { code: `${code}\nimport ${JSON.stringify(join(source, before))}\n`, map: null }
    },
  }
}

/** @param {string} path */
function fileOf(path) {
  const candidates = [path, `${path}.ts`, `${path}.tsx`, join(path, 'index.ts'), join(path, 'index.tsx')]
  return candidates.find((candidate) => /\.tsx?$/.test(candidate) && existsSync(candidate)) ?? null
}
