import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isInStep, trees } from '../scripts/lint/subject-order.mjs'

const root = resolve(import.meta.dirname, '..')
const layers = ['src/lib', 'src/contract', 'src/engine', 'src/outbox', 'src/api', 'src/state', 'src/ui'] as const

/** Which layers of ours a layer may import; its own files it always may. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  assembly: [],
  'src/lib': [],
  'src/contract': ['src/lib'],
  'src/engine': ['src/lib'],
  'src/outbox': ['src/lib'],
  'src/api': ['src/contract', 'src/lib'],
  'src/state': ['src/contract', 'src/api', 'src/engine', 'src/outbox', 'src/lib'],
  'src/ui': ['src/contract', 'src/lib'],
  'src/screens': ['src/state', 'src/ui', 'src/contract', 'src/lib'],
  'src/app': [...layers, 'src/screens', 'src/service-worker'],
  'src/service-worker': ['src/contract', 'src/lib'],
  server: ['src/contract', 'src/lib'],
}

const MAX_LINES = 350
const MAX_TEST_LINES = 500

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

interface Import {
  readonly from: string
  readonly to: string
}

function resolveImport(from: string, specifier: string, known: ReadonlySet<string>): string | null {
  const target = relative(root, resolve(root, dirname(from), specifier.replace(/\?.*$/, '')))
    .split(sep)
    .join('/')
  const candidates = [
    target,
    target.replace(/\.js$/, '.d.ts'),
    `${target}.ts`,
    `${target}.tsx`,
    `${target}/index.ts`,
    `${target}/index.tsx`,
  ]
  const isMade = target.startsWith('dist/') || /\.(wasm|onnx)$/.test(target)
  return candidates.find((candidate) => known.has(candidate)) ?? (isMade ? target : null)
}

function importsOf(file: string, known: ReadonlySet<string>): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/g,
  )
  return [...found].map(([, fixed, lazy]) => {
    const specifier = fixed ?? lazy ?? ''
    const to = resolveImport(file, specifier, known)
    if (to === null) throw new Error(`${file} imports ${specifier}, which is no file.`)
    return { from: file, to }
  })
}

const sources = ['assembly', 'src', 'server'].flatMap(filesBelow)
const known = new Set(sources)
const imports = sources.flatMap((file) => importsOf(file, known))

function layerOf(file: string): string {
  return Object.keys(allowed).find((name) => file.startsWith(`${name}/`)) ?? file
}

describe('the arrows between the layers', () => {
  it('finds the imports it judges', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(imports.length).toBeGreaterThan(300)
  })

  it('point only where they may', () => {
    const wrong = imports
      .filter(({ from, to }) => layerOf(from) !== layerOf(to) && !(allowed[layerOf(from)] ?? []).includes(layerOf(to)))
      .map(({ from, to }) => `${from} -> ${to}`)
    expect(wrong).toEqual([])
  })

  it('reach the engine only through the public faces of it and of its parts', () => {
    const face = /^src\/engine\/((capture|live|motion|recording|transcode)\/)?index\.ts$/
    const deep = imports
      .filter(({ from, to }) => layerOf(from) !== 'src/engine' && layerOf(to) === 'src/engine')
      .filter(({ to }) => !face.test(to))
    expect(deep).toEqual([])
  })

  it('let no screen use another', () => {
    const screenOf = (file: string) => /^src\/screens\/([^/]+)\//.exec(file)?.[1]
    const crossed = imports.filter(({ from, to }) => {
      const [here, there] = [screenOf(from), screenOf(to)]
      return here !== undefined && there !== undefined && here !== there
    })
    expect(crossed).toEqual([])
  })

  it('let SQL live only in the rows of a subject and in the database folder of the hub', () => {
    const sql = /\b(selectFrom|insertInto|updateTable|deleteFrom)\(/
    const outside = filesBelow('server')
      .filter((file) => !/^server\/db\/|-rows\.ts$/.test(file))
      .filter((file) => sql.test(readFileSync(join(root, file), 'utf8')))
    expect(outside).toEqual([])
  })
})

describe.each(Object.entries(trees))('the subjects of %s', (tree, { order }) => {
  const subjectOf = (file: string) => {
    const [first = '', ...rest] = file.slice(tree.length + 1).split('/')
    return rest.length === 0 ? '.' : first
  }
  const inside = imports.filter(({ from, to }) => from.startsWith(`${tree}/`) && to.startsWith(`${tree}/`))

  it('each have a place in the order', () => {
    const folders = new Set(filesBelow(tree).map(subjectOf))
    expect([...folders].sort()).toEqual(order.filter((subject) => folders.has(subject)).toSorted())
    expect(order.filter((subject) => subject !== '.' && !folders.has(subject))).toEqual([])
  })

  it('know nothing of those above them', () => {
    const upward = inside.filter(({ from, to }) => order.indexOf(subjectOf(from)) > order.indexOf(subjectOf(to)))
    expect(inside.length).toBeGreaterThan(10)
    expect(upward).toEqual([])
  })

  it('stand in the README in their order', () => {
    const readme = readFileSync(join(root, tree, 'README.md'), 'utf8')
    const named = [...readme.matchAll(/`([a-z-]+)\/?`(?= [<|]|\n*$)/gm)].map(([, name = '']) => name)
    const told = [...new Set(named.filter((name) => order.includes(name)))]
    const folders = order.filter((subject) => subject !== '.')
    expect([folders, folders.toReversed()]).toContainEqual(told)
  })

  it('are held apart by lint rules made from the same order (npm run format writes them)', () => {
    expect(isInStep(tree)).toBe(true)
  })
})

describe('files', () => {
  it.each([
    ['sources', sources, MAX_LINES],
    ['tests', filesBelow('tests'), MAX_TEST_LINES],
    ['scripts', filesBelow('scripts'), MAX_LINES],
  ])('of the %s stay short', (_name, files, limit) => {
    const long = files.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > limit)
    expect(long).toEqual([])
  })

  it('are at most 25 in a folder', () => {
    const tops = ['.ci', 'assembly', 'bench', 'deploy', 'docs', 'public', 'scripts', 'server', 'src', 'tests']
    const counts = new Map<string, number>()
    for (const top of tops)
      for (const entry of readdirSync(join(root, top), { recursive: true, withFileTypes: true }))
        if (entry.isFile()) counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1)
    const crowded = [...counts].filter(([, count]) => count > 25).map(([folder]) => relative(root, folder))
    expect(crowded).toEqual([])
  })

  it('export no value that no other file imports', () => {
    const folders = ['assembly', 'bench', 'scripts', 'server', 'src', 'tests'].flatMap(filesBelow)
    const texts = ['playwright.config.ts', 'vite.config.ts', 'vitest.config.ts', ...folders].map(
      (file) => [file, readFileSync(join(root, file), 'utf8')] as const,
    )
    // Vitest calls it.
    const taken = new Set(['setup', ...texts.flatMap(([, text]) => takenNames(text))])
    const needless = texts
      // AssemblyScript's are called from WebAssembly, and its declarations are made.
      .filter(([file]) => !/(^|\/)assembly\/|\.d\.ts$/.test(file))
      .flatMap(([file, text]) =>
        [...text.matchAll(/^export (?:async )?(?:const|let|function\*?|class) ([\w$]+)/gm)]
          .filter(([, name = '']) => !taken.has(name))
          .map(([, name]) => `${file}: ${name}`),
      )
    expect(needless).toEqual([])
  })

  it('say no registry host and no path of a developer machine', () => {
    const texts = [...sources, ...filesBelow('scripts'), 'package-lock.json', 'README.md', '.npmrc']
    const telling = texts.filter((file) =>
      /registry\.npmjs|\/home\/\w|\/root\//.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(telling).toEqual([])
  })

  it('lock every optional binary of every platform', () => {
    const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    if (typeof lock !== 'object' || lock === null || !('packages' in lock))
      throw new Error('The lock file has no packages.')
    const packages = Object.entries(lock.packages as Record<string, { optionalDependencies?: Record<string, string> }>)
    const locked = new Set(packages.map(([path]) => path.split('node_modules/').pop()))
    const missing = packages.flatMap(([, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !locked.has(name)),
    )
    expect(packages.length).toBeGreaterThan(100)
    expect(missing).toEqual([])
  })
})

/** What a file takes of others by name; of modules that it takes whole or later, whatever it takes out of anything. */
function takenNames(text: string): string[] {
  const clauses = /^(?:import|export)[^'"{;]*\{([^}]*)\}\s*from|\{([^{}]*)\} = await import\(/gm
  const lists = [...text.matchAll(clauses)].map(([, named, awaited]) => named ?? awaited ?? '')
  if (/\bimport(?: \*|\()/.test(text)) lists.push(...(text.match(/\.[\w$]+|\(\{[^{}]*\}\)/g) ?? []))
  return lists.flatMap((list) => list.match(/[\w$]+/g) ?? [])
}
