import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What a file takes of a package that it imports when it is needed. */
interface Taken {
  readonly file: string
  readonly name: string
  readonly names: readonly string[]
}

function takenIn(file: string): Taken[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/import\('([^.'][^']*)'\)(\)\.default)?/g)].map(([, name = '', isDefault]) => {
    const names = [...text.matchAll(/const \{ ([^}]+) \} = await (?:import\('([^']+)'\)|load\(\))/g)]
      .filter(([, , from]) => from === undefined || from === name)
      .flatMap(([, list = '']) => list.split(',').map((part) => part.split(':')[0]?.trim() ?? ''))
    return { file, name, names: isDefault === undefined ? names : ['default'] }
  })
}

test('what the hub takes of packages that it imports late is what Node gives, which finds not every name of CommonJS', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  const taken = files.flatMap((path) => takenIn(join('server', path)))
  expect(taken.length).toBeGreaterThan(3)
  expect(taken.filter(({ names }) => names.length === 0)).toEqual([])
  const names = [...new Set(taken.map(({ name }) => name))]
  // In a process of its own: the tests' runner makes names of its own for such packages.
  const script = `const found = {}
    for (const name of ${JSON.stringify(names)}) found[name] = Object.keys(await import(name))
    console.log(JSON.stringify(found))`
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  const found = new Map<string, readonly string[]>(Object.entries(JSON.parse(answer)))
  const missing = taken.flatMap(({ file, name, names }) =>
    names
      .filter((wanted) => found.get(name)?.includes(wanted) !== true)
      .map((wanted) => `${file}: ${wanted} of ${name}`),
  )
  expect(missing).toEqual([])
})
