import { describe, expect, it } from 'vitest'
import { titlesOf } from '../../scripts/checklist/titles.mjs'
import { coverage, findings, idsIn, linesOf, unknownIds } from '../../scripts/checklist.mjs'

const markdown = `
## AUTH: Sign-in

| ID | Requirement | Black-box check |
|---|---|---|
| AUTH-01 | '/' redirects | UI |
| AUTH-02 | Not guarded; see X-08 and API-04 | UI |
| AUTH-05 | Title | UI |

## API: The calls

| API-01 | Base | Net |

## Notes

| X-01 | of no section | Open |
`

const lines = linesOf(markdown)
const known = new Set(lines.map(({ id }) => id))
const sections = new Set(['AUTH', 'API'])
const named = (title: string) => idsIn(title, sections, known)
const titles = (code: string) => titlesOf('some.test.ts', code)

it('the checklist’s lines are the rows of its sections, and no others', () => {
  expect(lines.map(({ id, section }) => [id, section])).toEqual([
    ['AUTH-01', 'AUTH'],
    ['AUTH-02', 'AUTH'],
    ['AUTH-05', 'AUTH'],
    ['API-01', 'API'],
  ])
})

describe('a title', () => {
  it.each([
    ['goes there (as ever, AUTH-01, API-01)', ['AUTH-01', 'API-01']],
    ['goes there (AUTH-01, AUTH-05; X-08, RFC-99)', ['AUTH-01', 'AUTH-05']],
    ['goes there (AUTH-01/05)', ['AUTH-01', 'AUTH-05']],
    ['goes there (AUTH-01, 02 and 05)', ['AUTH-01', 'AUTH-02', 'AUTH-05']],
    ['is 15 s long (AUTH-01, 15 s at most)', ['AUTH-01']],
    ['waits (AUTH-01 and 30 s more)', ['AUTH-01']],
    ['goes there (AUTH-01 to AUTH-05)', ['AUTH-01', 'AUTH-02', 'AUTH-05']],
    ['goes there (AUTH-01..05)', ['AUTH-01', 'AUTH-02', 'AUTH-05']],
    ['covers AUTH-*, all of AUTH, AUTH-1 and MYAUTH-01', []],
  ])('%j names %j', (title, ids) => {
    expect(named(title)).toEqual(ids)
  })

  it.each(['AUTH-05 to AUTH-01', 'AUTH-01 to API-02'])('%j is refused: it is no range', (title) => {
    expect(() => named(title)).toThrow('range')
  })
})

describe('the titles of a file', () => {
  it('are those of tests and groups, however they are called', () => {
    const code = `
      test('a', () => {}); it("b", f); describe(\`c \${x} d\`, () => { it.each([['AUTH-01']])('e %s', f) })
      test.describe('f', f); it.for(rows)('g', f); test.each\`x\`('h', f)
      expect('AUTH-02').toBe('AUTH-02'); other('i'); test.use({ a: 'AUTH-05' })`
    expect(titles(code)).toEqual(['a', 'b', 'c … d', 'e %s', 'f', 'g', 'h'])
  })

  it('leave out what does not run', () => {
    const code = `
      test.skip('a', f); it.todo('b'); test.fixme('c', f)
      describe.skip('d', () => { it('e', f) }); describe('f', () => { it.skip.each(rows)('g', f); it('h', f) })`
    expect(titles(code)).toEqual(['f', 'h'])
  })

  it('still count where a test skips itself on a machine without what it needs', () => {
    expect(titles(`test('a', () => { test.skip(!found, 'nothing there') })`)).toEqual(['a'])
  })
})

it('a line without a test is missing, and an ID that no line has is unknown', () => {
  const titles = [{ file: 'a.test.ts', text: 'x (AUTH-01, AUTH-03)' }]
  const { missing, unknown } = coverage(lines, titles)
  expect(missing.map(({ id }) => id)).toEqual(['AUTH-02', 'AUTH-05', 'API-01'])
  expect(unknown).toEqual([{ id: 'AUTH-03', file: 'a.test.ts' }])
})

describe('a line that no title names', () => {
  const read = (row: string) =>
    coverage(linesOf(`## AUTH: Sign-in\n${row}`), [{ file: 'a.test.ts', text: 'x (AUTH-01)' }])
  const missing = (row: string) => read(`| AUTH-01 | first |\n${row}`).missing.map(({ id }) => id)

  it('is not missing where it says why it has no test', () => {
    expect(missing('| AUTH-02 | said of this text (no test: nothing happens) |')).toEqual([])
    expect(missing('| AUTH-02 | said of this text (no test: ) |')).toEqual(['AUTH-02'])
  })

  it('is not missing where those that it is held with are named, all of them', () => {
    expect(missing('| AUTH-02 | open? | so (held with AUTH-01) |')).toEqual([])
    expect(missing('| AUTH-02 | open? | so (held with AUTH-01, AUTH-05) |')).toEqual(['AUTH-02'])
  })
})

it('an ID is unknown wherever it stands, unless it is part of another word', () => {
  const text = '// AUTH-01, AUTH-07 and AUTH-07: MYAUTH-08, AUTH-080, AUTH-08-b, RFC-81'
  expect(unknownIds(lines, [{ file: 'a.ts', text }])).toEqual([{ id: 'AUTH-07', file: 'a.ts' }])
})

it('only files of tests have titles', () => {
  const text = "test('x (AUTH-01, AUTH-02, AUTH-05, API-01)', () => {})"
  expect(findings(lines, [{ file: 'a.spec.tsx', text }])).toEqual({ missing: [], unknown: [] })
  expect(findings(lines, [{ file: 'a.ts', text }]).missing).toEqual(lines)
})
