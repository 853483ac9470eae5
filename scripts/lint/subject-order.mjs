import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/**
 * The subjects of each tree, each above all that it may import: of two subjects the lower knows nothing of the higher,
 * types included. The lint rules are made from this list (`npm run format` writes them); a test holds both together.
 * Files beside the folders stand where `.` does.
 *
 * @type {Record<string, { order: readonly string[], others: readonly string[], advice: string }>}
 */
export const trees = {
  server: {
    order: [
      '.',
      'hub',
      'assistant',
      'workspace',
      'shares',
      'review',
      'mqtt',
      'live',
      'recordings',
      'evidence',
      'snapshots',
      'cameras',
      'events',
      'sign-in',
      'webhooks',
      'notifications',
      'modes',
      'billing',
      'members',
      'storage',
      'http',
      'db',
      'lib',
      'peers',
    ],
    others: ['api', 'app', 'engine', 'outbox', 'screens', 'state', 'ui'].map((layer) => `**/src/${layer}/**`),
    advice: 'The hub shares only src/contract and src/lib with the app.',
  },
  'src/state': {
    order: [
      'shell',
      'dashboard',
      'assistant',
      'shares',
      'review',
      'live',
      'device',
      'capture',
      'recordings',
      'evidence',
      'snapshots',
      'modes',
      'cameras',
      'events',
      'notifications',
      'billing',
      'members',
      'workspace',
      'hub',
      'sign-in',
      'http',
      '.',
    ],
    others: [
      'jotai',
      'jotai/react',
      'jotai/react/**',
      '**/engine/*',
      '**/engine/*/**',
      '!**/engine/capture',
      '!**/engine/live',
      '!**/engine/motion',
      '!**/engine/recording',
      '!**/engine/transcode',
      '**/screens/**',
      '**/ui/**',
      '**/app/**',
      'wouter',
      'wouter/**',
    ],
    advice:
      'State is framework-free: use jotai/vanilla, the public faces of the engine and its parts, and services for what the browser does.',
  },
  'src/ui': {
    order: [
      'sign-in',
      'billing',
      'assistant',
      'modes',
      'review',
      'events',
      'recordings',
      'cameras',
      'pictures',
      'tours',
      'forms',
      'notices',
      'layout',
      'theme',
    ],
    others: [
      ...['engine', 'api', 'state', 'outbox', 'screens', 'app'].map((layer) => `**/${layer}/**`),
      '**/engine',
      'jotai',
      'jotai/**',
      'wouter',
      'wouter/**',
    ],
    advice: 'Pieces of src/ui take props: read atoms in a screen and hand the values in.',
  },
}

/** What neither the hub nor the app's rules may know of. */
const views = [
  'react',
  'react-dom',
  'react/**',
  'react-dom/**',
  '@chakra-ui/**',
  '@emotion/**',
  'framer-motion',
  'lucide-react',
]

/**
 * The lint rules of one tree, as they stand in its biome.json.
 * @param {string} tree
 */
function lintRules(tree) {
  const { order, others, advice } = trees[tree] ?? unknown(tree)
  const layer = { group: tree === 'src/ui' ? others : [...others, ...views], message: advice }
  return {
    root: false,
    extends: '//',
    // As it is written here, a line for each subject.
    files: { includes: ['**', '!biome.json'] },
    overrides: order.map((subject, place) => {
      const higher = order.slice(0, place).filter((name) => name !== '.')
      const message = `${tree} is cut by subject, and ${subject} stands below ${higher.join(', ')} (scripts/lint/subject-order.mjs): hand in what it needs as a port, or move what both need down.`
      // The contract has folders of the same names.
      const upward = { group: [...higher.map((name) => `**/${name}/**`), '!**/contract/**'], message }
      const patterns = higher.length === 0 ? [layer] : [layer, upward]
      return {
        includes: [subject === '.' ? '*.ts' : `${subject}/**`],
        linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
      }
    }),
  }
}

/**
 * @param {string} tree
 * @returns {never}
 */
function unknown(tree) {
  throw new Error(`${tree} has no order of subjects.`)
}

export function writeLintRules() {
  for (const tree of Object.keys(trees)) {
    writeFileSync(join(root, tree, 'biome.json'), textOf(lintRules(tree)))
  }
}

/**
 * A line for each subject.
 * @param {ReturnType<typeof lintRules>} rules
 */
function textOf({ overrides, ...rest }) {
  const lines = overrides.map((override) => `    ${JSON.stringify(override)}`).join(',\n')
  return `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "overrides": [\n${lines}\n  ]\n}\n`
}

/**
 * Whether the lint rules of a tree are those of its order.
 * @param {string} tree
 */
export function isInStep(tree) {
  return readFileSync(join(root, tree, 'biome.json'), 'utf8') === textOf(lintRules(tree))
}
