import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { usage } from '../../bench/browser/options'
import { readConfig } from '../../server/hub/config'
import { s3Of } from '../../server/storage/stores-config'

const root = resolve(import.meta.dirname, '..', '..')
const SKIPPED = new Set(['node_modules', 'dist', 'data', 'test-results', '.git'])

function documentsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : documentsBelow(path)
    return entry.name.endsWith('.md') ? [relative(root, path)] : []
  })
}

const documents = documentsBelow(root)
const textOf = (document: string) => readFileSync(join(root, document), 'utf8')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** What a schema of the hub calls in capitals is a variable. */
function hubVariables(): Set<string> {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  const sources = files.filter((name) => name.endsWith('.ts')).map((name) => textOf(join('server', name)))
  return new Set([...sources.join('\n').matchAll(/^ {2}([A-Z][A-Z0-9_]+): z\./gm)].map(([, name = '']) => name))
}

/** As GitHub names the anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

function linksOf(document: string): string[] {
  return [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?:|clip:|url)/.test(target))
}

function isThere(document: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? document : relative(root, resolve(root, dirname(document), path))
  if (!existsSync(join(root, file))) return false
  if (anchor === undefined) return true
  return [...textOf(file).matchAll(/^#+ (.*)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor)
}

/** Paths from the root on that stand in a text as such, `*` in them for any part of a name. */
function pathsOf(document: string): string[] {
  const paths = textOf(document).matchAll(/`((?:tests|src|server|scripts|bench)\/[^`\s]*)`/g)
  return [...paths].map(([, path = '']) => path)
}

/** Names of tests in a row of a table that stand without their folder, as they lie in the one named before them. */
function bareTestsOf(document: string): string[] {
  return textOf(document)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => {
      let folder = ''
      return [...line.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path = '']) => {
        if (path.includes('/')) folder = dirname(path)
        return join(folder, basename(path))
      })
    })
}

function leadsSomewhere(path: string): boolean {
  const [folder, name] = [dirname(path), basename(path)]
  if (!name.includes('*')) return existsSync(join(root, path))
  const [start = '', end = ''] = name.split('*')
  const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []
  return names.some((one) => one.startsWith(start) && one.endsWith(end))
}

const sources = ['assembly', 'src', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
)

/** Paths in the comments of a source that lead nowhere, neither from its folders on nor from the roots of app and hub. */
function lostPathsOf(source: string): string[] {
  const comments = textOf(source)
    .split('\n')
    .filter((line) => /^\s*(\*|\/\/|\/\*\*)/.test(line))
  const paths = comments.join('\n').matchAll(/(?<![\w./@-])(?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|md)\b/g)
  const folders = dirname(source).split('/')
  const above = folders.map((_, depth) => folders.slice(0, depth + 1).join('/'))
  const isLost = (path: string) => !['.', 'src', ...above].some((folder) => existsSync(join(root, folder, path)))
  return [...paths].map(([path]) => path).filter(isLost)
}

describe('the documents (OPS-15)', () => {
  it('are found', () => {
    const known = [
      'README.md',
      'docs/configuration.md',
      'docs/limits.md',
      'docs/operations.md',
      'docs/using.md',
      'docs/detector.md',
      'src/engine/README.md',
    ]
    expect(documents).toEqual(expect.arrayContaining(known))
  })

  it.each(documents)('%s: every link leads to a file and a heading that are there', (document) => {
    expect(linksOf(document).filter((target) => !isThere(document, target))).toEqual([])
  })

  it.each(documents)('%s: every path of the tree is there', (document) => {
    expect([...pathsOf(document), ...bareTestsOf(document)].filter((path) => !leadsSomewhere(path))).toEqual([])
  })

  it.each(documents)('%s: every npm command exists', (document) => {
    const named = [...textOf(document).matchAll(/npm run ([a-z][a-z:]*)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  })

  it.each(documents)('%s: variables before a command are those that the hub reads', (document) => {
    const lines = [...textOf(document).matchAll(/^\s*((?:[A-Z][A-Z0-9_]*=\S+ )+)npm /gm)].map(([, set = '']) => set)
    const named = lines.flatMap((set) => set.trim().split(' ')).map((one) => one.replace(/=.*/, ''))
    expect(named.filter((name) => !hubVariables().has(name))).toEqual([])
  })

  it('the README names every command', () => {
    const readme = textOf('README.md')
    const short = new Set(['start', 'test'])
    const unnamed = Object.keys(scripts).filter(
      (name) => !readme.includes(short.has(name) ? `npm ${name}` : `npm run ${name}`),
    )
    expect(unnamed).toEqual([])
  })

  it('the README names everything that bench:browser measures by itself', () => {
    const modes = [...usage.matchAll(/^ {2}(--[\w-]+)[ A-Z]* {2,}only /gm)].map(([, flag = '']) => flag)
    const [row = ''] = /^\| `npm run bench:browser` .*$/m.exec(textOf('README.md')) ?? []
    expect(modes.length).toBeGreaterThan(10)
    expect(modes.filter((flag) => !new RegExp(`-- ${flag}\\b`).test(row))).toEqual([])
  })

  it('scripts/README.md names every script', () => {
    const readme = textOf('scripts/README.md')
    const names = readdirSync(join(root, 'scripts')).filter((name) => name.endsWith('.mjs') && name !== 'root.mjs')
    expect(names.filter((name) => !readme.includes(`${name}\``))).toEqual([])
  })

  it('the README has a row for each folder of src', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const rows = [...textOf('README.md').matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell).join(' ')
    expect(folders.map(({ name }) => name).filter((name) => !rows.includes(`\`src/${name}/\``))).toEqual([])
  })

  it('the picture of the architecture names workers that there are', () => {
    const named = [...textOf('docs/pictures/architecture.svg').matchAll(/>(\w+) worker</g)].map(([, name = '']) => name)
    const lost = named.filter((name) => !sources.includes(`src/engine/workers/${name.toLowerCase()}.worker.ts`))
    expect([named.length, lost]).toEqual([3, []])
  })

  it('the comments of the sources name files that are there', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.flatMap((source) => lostPathsOf(source).map((path) => `${source}: ${path}`))).toEqual([])
  })

  it('the README has at most 150 lines', () => {
    expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  })

  it('docs/configuration.md has the levels of the log and the region of a bucket', () => {
    const told = readConfig({ LOG_LEVEL: 'loud' })
    const [, levels = ''] = /one of (.*)\./.exec(told.ok ? '' : told.problems.join('')) ?? []
    const row = (name: string) => /^.*$/m.exec(textOf('docs/configuration.md').split(`| \`${name}\``)[1] ?? '')?.[0]
    expect(levels.split(', ').filter((level) => !row('LOG_LEVEL')?.includes(`\`${level}\``))).toEqual([])
    const needed = { S3_ENDPOINT: 'https://s3.example.org', S3_BUCKET: 'films', S3_ACCESS_KEY_ID: 'id' }
    const region = s3Of({ ...needed, S3_SECRET_ACCESS_KEY: 'secret' })?.region
    expect(row('S3_ENDPOINT')).toContain(`the region \`${region}\``)
  })

  it('docs/configuration.md names exactly what the hub reads', () => {
    const read = hubVariables()
    const rows = [...textOf('docs/configuration.md').matchAll(/^\| ([^|]*) \|/gm)]
      .map(([, cell = '']) => cell)
      .join(' ')
    const named = new Set([...rows.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name))
    expect(read.size).toBeGreaterThan(10)
    expect([...read].filter((name) => !named.has(name)).sort()).toEqual([])
    expect([...named].filter((name) => !read.has(name)).sort()).toEqual([])
  })
})
