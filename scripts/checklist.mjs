import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { textsBelow } from './checklist/texts.mjs'
import { titlesOf } from './checklist/titles.mjs'
import { Failure } from './command-line/failure.mjs'
import { readFlags } from './command-line/flags.mjs'
import { root } from './root.mjs'

/** @typedef {{ id: string, section: string, requirement: string, row: string }} Line a requirement, and its whole row */
/** @typedef {{ file: string, text: string }} Title of a test or a group of tests */
/** @typedef {{ id: string, file: string }} Place where an ID is named */

const flags = /** @type {const} */ ({
  checklist: { type: 'string', default: join(root, 'docs', 'specification.md') },
})

/**
 * Prints which requirements no test names, and which IDs are none; resolves to the exit code.
 * @param {string[]} args
 */
export async function checklist(args) {
  const values = readFlags(args, flags, '--checklist FILE')
  const file = resolve(values.checklist)
  if (!existsSync(file)) throw new Failure(`There is no specification at ${file}; name one with --checklist FILE.`)
  const lines = linesOf(readFileSync(file, 'utf8'))
  if (lines.length === 0) throw new Failure(`${file} has no table of requirements.`)
  const found = findings(lines, textsBelow(root))
  console.log(reportOf(lines, found))
  return found.missing.length > 0 || found.unknown.length > 0 ? 1 : 0
}

/**
 * What does not agree between a specification and the texts of the repository.
 * @param {readonly Line[]} lines
 * @param {readonly Title[]} texts
 */
export function findings(lines, texts) {
  const titles = texts
    .filter(({ file }) => /\.(test|spec)\.tsx?$/.test(file))
    .flatMap(({ file, text }) => titlesOf(file, text).map((title) => ({ file, text: title })))
  const { missing, unknown } = coverage(lines, titles)
  return { missing, unknown: [...unknown, ...unknownIds(lines, texts)] }
}

/**
 * The requirements of a specification: rows of tables whose first cell is an ID of the section they stand in.
 * @param {string} markdown
 * @returns {Line[]}
 */
export function linesOf(markdown) {
  let section = ''
  return markdown.split('\n').flatMap((line) => {
    section = /^## ([A-Z]+):/.exec(line)?.[1] ?? (line.startsWith('## ') ? '' : section)
    const [, id = '', requirement = ''] = /^\| ([A-Z]+-\d+) \| (.*?) \|/.exec(line) ?? []
    return section !== '' && id.startsWith(`${section}-`) ? [{ id, section, requirement, row: line }] : []
  })
}

/**
 * IDs that stand anywhere in a text and are no requirement.
 * @param {readonly Line[]} lines
 * @param {readonly Title[]} texts
 * @returns {Place[]}
 */
export function unknownIds(lines, texts) {
  const known = new Set(lines.map(({ id }) => id))
  const sections = [...new Set(lines.map(({ section }) => section))]
  const anyId = new RegExp(String.raw`(?<![\w-])(?:${sections.join('|')})-\d{2}(?![\w-])`, 'g')
  return texts.flatMap(({ file, text }) =>
    [...new Set(text.match(anyId))].filter((id) => !known.has(id)).map((id) => ({ id, file })),
  )
}

/**
 * A requirement is missing where no title names it, unless its row says that it has no test, or which others hold it.
 * @param {readonly Line[]} lines
 * @param {readonly Title[]} titles
 * @returns {{ missing: Line[], unknown: Place[] }}
 */
export function coverage(lines, titles) {
  const known = new Set(lines.map(({ id }) => id))
  const sections = new Set(lines.map(({ section }) => section))
  /** @type {Set<string>} */
  const named = new Set()
  /** @type {Place[]} */
  const unknown = []
  for (const { file, text } of titles) {
    for (const id of idsIn(text, sections, known)) {
      if (known.has(id)) named.add(id)
      else unknown.push({ id, file })
    }
  }
  return { missing: lines.filter((line) => !isHeld(line, named)), unknown }
}

/**
 * @param {Line} line
 * @param {ReadonlySet<string>} named
 */
function isHeld({ id, row }, named) {
  if (named.has(id) || /\(no test: [^)]+\)/.test(row)) return true
  const [, others] = /\(held with ([^)]*)\)/.exec(row) ?? []
  return others?.split(', ').every((other) => named.has(other)) === true
}

/** The first ID; more of its section by number alone ('/18', ', 06', ' and 07'), where nothing counts along; or a range. */
const idPattern =
  /\b([A-Z]+)-(\d{2,3})\b(?!-)((?:\/\d{2}\b|(?:, and|,| and) \d{2}(?=[,;)]|$| and \d{2}[,;)]))*)(?:(?: to | through |\.{2,3}|–)(?:([A-Z]+)-)?(\d{2,3})\b)?/g

/**
 * The IDs that a title names: in full ('CHAT-03, CHAT-04'), short after the first ('AUTH-17/18', 'SESS-05, 06'), or as
 * a range ('AUTH-40 to AUTH-43', 'AUTH-40..43'), which stands for the known IDs from one end to the other.
 * @param {string} title
 * @param {ReadonlySet<string>} sections
 * @param {ReadonlySet<string>} known
 * @returns {string[]}
 */
export function idsIn(title, sections, known) {
  return [...title.matchAll(idPattern)].flatMap(([, section = '', first = '', more = '', endSection, last]) => {
    if (!sections.has(section)) return []
    const listed = [first, ...(more.match(/\d+/g) ?? [])].map((number) => `${section}-${number}`)
    if (last === undefined) return listed
    if ((endSection ?? section) !== section || Number(last) <= Number(first)) {
      throw new Failure(
        `“${title}” names a range that is none: ${section}-${first} to ${endSection ?? section}-${last}.`,
      )
    }
    const between = [...known].filter((id) => {
      const [ofSection, number] = id.split('-')
      return ofSection === section && Number(number) > Number(first) && Number(number) < Number(last)
    })
    return [...listed, ...between, `${section}-${last}`]
  })
}

/**
 * @param {readonly Line[]} lines
 * @param {{ missing: readonly Line[], unknown: readonly Place[] }} found
 */
function reportOf(lines, { missing, unknown }) {
  const sections = [...new Set(lines.map(({ section }) => section))]
  const groups = sections.flatMap((section) => {
    const gaps = missing.filter((line) => line.section === section)
    if (gaps.length === 0) return []
    const count = lines.filter((line) => line.section === section).length
    return [
      `\n${section}: ${gaps.length} of ${count} without a test`,
      ...gaps.map(({ id, requirement }) => `  ${id.padEnd(11)} ${shortened(requirement)}`),
    ]
  })
  const typos = unknown.map(({ id, file }) => `\n${id} is named in ${file}, but the specification has no such line.`)
  const held = lines.length - missing.length
  return [`${held} of ${lines.length} requirements are held by a test.`, ...groups, ...typos].join('\n')
}

/** @param {string} text */
function shortened(text) {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}
