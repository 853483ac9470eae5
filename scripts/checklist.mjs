import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { titlesOf } from './checklist/titles.mjs'
import { Failure } from './command-line/failure.mjs'
import { readFlags } from './command-line/flags.mjs'
import { root } from './root.mjs'

/** @typedef {{ id: string, section: string, requirement: string }} Line a requirement of the checklist */
/** @typedef {{ file: string, text: string }} Title of a test or a group of tests */

/** Calls belong to the hub as much as to the app: they are listed, but do not fail the command. */
const LISTED_ONLY = 'API'

const flags = /** @type {const} */ ({
  checklist: { type: 'string', default: join(root, '..', 'shared', 'spec-checklist.md') },
})

/**
 * Prints the requirements of the specification's checklist that no test names; resolves to the exit code.
 * @param {string[]} args
 */
export async function checklist(args) {
  const values = readFlags(args, flags, '--checklist FILE')
  const file = resolve(values.checklist)
  if (!existsSync(file)) {
    console.log(`There is no checklist at ${file}; name one with --checklist FILE.`)
    return 0
  }
  const lines = linesOf(readFileSync(file, 'utf8'))
  if (lines.length === 0) throw new Failure(`${file} has no table of requirements.`)
  const { missing, unknown } = coverage(lines, titlesBelow(join(root, 'tests')))
  console.log(reportOf(lines, missing, unknown))
  return unknown.length > 0 || missing.some(({ section }) => section !== LISTED_ONLY) ? 1 : 0
}

/**
 * The requirements of a checklist: rows of tables whose first cell is an ID of the section they stand in.
 * @param {string} markdown
 * @returns {Line[]}
 */
export function linesOf(markdown) {
  let section = ''
  return markdown.split('\n').flatMap((line) => {
    section = /^## ([A-Z]+):/.exec(line)?.[1] ?? (line.startsWith('## ') ? '' : section)
    const [, id = '', requirement = ''] = /^\| ([A-Z]+-\d+) \| (.*?) \|/.exec(line) ?? []
    return section !== '' && id.startsWith(`${section}-`) ? [{ id, section, requirement }] : []
  })
}

/**
 * @param {readonly Line[]} lines
 * @param {readonly Title[]} titles
 * @returns {{ missing: Line[], unknown: { id: string, file: string }[] }}
 */
export function coverage(lines, titles) {
  const known = new Set(lines.map(({ id }) => id))
  const sections = new Set(lines.map(({ section }) => section))
  /** @type {Set<string>} */
  const named = new Set()
  /** @type {{ id: string, file: string }[]} */
  const unknown = []
  for (const { file, text } of titles) {
    for (const id of idsIn(text, sections, known)) {
      if (known.has(id)) named.add(id)
      else unknown.push({ id, file })
    }
  }
  return { missing: lines.filter(({ id }) => !named.has(id)), unknown }
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
 * @param {string} folder
 * @returns {Title[]}
 */
function titlesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(test|spec)\.tsx?$/.test(entry.name))
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const file = relative(root, path)
      return titlesOf(file, readFileSync(path, 'utf8')).map((text) => ({ file, text }))
    })
}

/**
 * @param {readonly Line[]} lines
 * @param {readonly Line[]} missing
 * @param {readonly { id: string, file: string }[]} unknown
 */
function reportOf(lines, missing, unknown) {
  const sections = [...new Set(lines.map(({ section }) => section))]
  const groups = sections.flatMap((section) => {
    const gaps = missing.filter((line) => line.section === section)
    if (gaps.length === 0) return []
    const count = lines.filter((line) => line.section === section).length
    const remark = section === LISTED_ONLY ? ' (listed only)' : ''
    return [
      `\n${section}: ${gaps.length} of ${count} without a test${remark}`,
      ...gaps.map(({ id, requirement }) => `  ${id.padEnd(11)} ${shortened(requirement)}`),
    ]
  })
  const typos = unknown.map(({ id, file }) => `\n${id} is named in ${file}, but the checklist has no such line.`)
  const named = lines.length - missing.length
  return [`${named} of ${lines.length} requirements are named by a test.`, ...groups, ...typos].join('\n')
}

/** @param {string} text */
function shortened(text) {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}
