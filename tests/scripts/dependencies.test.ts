import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { root } from '../../scripts/root.mjs'

const packagesOf = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})
const manifest = packagesOf.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
const forRunning = Object.keys(manifest.dependencies)
const forChecking = Object.keys(manifest.devDependencies)

/** Scripts that work where only what running needs is installed. */
const scriptsOfStart = ['run', 'install', 'build', 'hub-tools', 'checklist', 'licences']
/** What a package of ours asks for beside it. */
const peers = new Map([
  ['@emotion/react', '@chakra-ui/react'],
  ['@testing-library/dom', '@testing-library/react'],
])
/** Named by the scripts of a start, and not asked of its packages: Node's own, and what is installed when it is called for. */
const notOfStart = ['npm', 'assemblyscript', '@biomejs/biome']

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|json)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** The scripts and all they import when they are loaded; what they import later on is for commands that need more. */
function withImports(files: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const [, path = ''] of textOf(file).matchAll(/^import [^'";]*'(\.[^']+)'/gm)) visit(join(dirname(file), path))
  }
  for (const file of files) visit(file)
  return [...found]
}

/** The packages that a file imports, or names by their place. */
function packagesIn(file: string): string[] {
  const text = textOf(file)
  const specifiers = [
    ...text.matchAll(/(?:^|[\s}])from '([^'.][^']*)'/g),
    ...text.matchAll(/\b(?:import|resolve)\(\s*'([^'.][^']*)'/g),
    ...text.matchAll(/^import '([^'.][^']*)'/gm),
    ...text.matchAll(/environment: '([^']*)'/g),
    ...text.matchAll(/node_modules\/((?:@[\w.-]+\/)?\w[\w.-]*)/g),
  ].map(([, specifier = '']) =>
    specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/'),
  )
  return specifiers.filter((name) => /^(@[\w.-]+\/)?\w[\w.-]*$/.test(name) && !builtinModules.includes(name))
}

const packagesOfAll = (files: readonly string[]) => new Set(files.flatMap(packagesIn))
const isUsed = (name: string, used: ReadonlySet<string>): boolean => used.has(name) || used.has(peers.get(name) ?? '')

describe('the packages of a start (ENV-01)', () => {
  const product = ['server', 'src'].flatMap(filesBelow)
  const scripts = withImports(scriptsOfStart.map((name) => `scripts/${name}.mjs`))
  const used = packagesOfAll([...product, ...scripts, 'vite.config.ts', 'index.html'])

  it('hold all that the product and its build import', () => {
    expect(used.size).toBeGreaterThan(30)
    expect([...used].filter((name) => !forRunning.includes(name) && !notOfStart.includes(name))).toEqual([])
  })

  it('hold nothing that the product does without', () => {
    expect(forRunning.filter((name) => !isUsed(name, used))).toEqual([])
  })
})

describe('the packages of tests, benches and checks', () => {
  const others = ['tests', 'bench', 'scripts', 'assembly', 'src'].flatMap(filesBelow)
  const used = packagesOfAll([...others, 'vitest.config.ts', 'playwright.config.ts'])
  const typed = new Set([...forRunning, ...forChecking, 'node', 'dom-mediacapture-transform'])

  it('are each used by one of these', () => {
    const isTyping = (name: string) => name.startsWith('@types/') && typed.has(name.replace('@types/', ''))
    expect(forChecking.filter((name) => !isTyping(name) && !isUsed(name, used))).toEqual([])
  })
})
