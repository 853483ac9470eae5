import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textsBelow } from '../../scripts/checklist/texts.mjs'
import { findings, linesOf } from '../../scripts/checklist.mjs'

const root = resolve(import.meta.dirname, '..', '..')
const lines = linesOf(readFileSync(join(root, 'docs', 'specification.md'), 'utf8'))
const texts = textsBelow(root)
const found = findings(lines, texts)

/** What a reader of the repository cannot look up: numbers of issues and papers, and files that are not in it. */
const elsewhere =
  /\bissues? \d|\b(?:design|spec)(?: section)? \d|\b(?:reference|shared)\/[\w-]+(?:\.md|\/)|\.\.\/shared\b|spec-[c]hecklist|\b(?:spec|design)\.md\b/i

describe('the specification (OPS-15)', () => {
  it('has rules, each with an id of its own', () => {
    const ids = lines.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(600)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  it('has every id that code, tests and documents name', () => {
    expect(found.unknown).toEqual([])
  })

  it('has no rule that no test names, unless it says why', () => {
    expect(found.missing.map(({ id }) => id)).toEqual([])
  })

  it('is all that is cited: nothing names an issue, a paper or a file that is not here', () => {
    const citing = texts.flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, at) => (elsewhere.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
    )
    expect(citing).toEqual([])
  })
})
