import { parseSync } from 'vite'
import { Failure } from '../command-line/failure.mjs'

/** @typedef {{ type: string, [key: string]: unknown }} Node of the syntax tree */

const runners = ['test', 'it', 'describe']
const idle = ['skip', 'todo', 'fixme']

/**
 * Titles of the tests and groups of a file, without those that do not run. What a template fills in is left out.
 * @param {string} file
 * @param {string} code
 * @returns {string[]}
 */
export function titlesOf(file, code) {
  /** @type {string[]} */
  const titles = []
  /** @param {unknown} value */
  const visit = (value) => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value)) return
    if (value.type === 'CallExpression') {
      const names = calleeNames(value['callee'])
      const title = textOf(Array.isArray(value['arguments']) ? value['arguments'][0] : undefined)
      if (runners.includes(names[0] ?? '') && title !== undefined) {
        if (names.some((name) => idle.includes(name))) return
        titles.push(title)
      }
    }
    for (const child of Object.values(value)) visit(child)
  }
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Failure(`${file} cannot be read: ${errors[0]?.message}`)
  visit(program)
  return titles
}

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/**
 * The names of what is called, from its root: test.describe('...') and it.each(...)('...') too.
 * @param {unknown} callee
 * @returns {string[]}
 */
function calleeNames(callee) {
  if (!isNode(callee)) return []
  switch (callee.type) {
    case 'Identifier':
      return [String(callee['name'])]
    case 'MemberExpression':
      return [...calleeNames(callee['object']), ...calleeNames(callee['property'])]
    case 'CallExpression':
      return calleeNames(callee['callee'])
    case 'TaggedTemplateExpression':
      return calleeNames(callee['tag'])
    default:
      return []
  }
}

/**
 * @param {unknown} argument
 * @returns {string | undefined}
 */
function textOf(argument) {
  if (!isNode(argument)) return undefined
  if (argument.type === 'Literal' && typeof argument['value'] === 'string') return argument['value']
  if (argument.type !== 'TemplateLiteral' || !Array.isArray(argument['quasis'])) return undefined
  return argument['quasis'].map((quasi) => quasi.value.cooked).join('…')
}
