import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../../scripts/root.mjs'

/** What makes a hub start with one of the files of `preload/`, which read the rest from the environment. */
export function preload(name: 'disk' | 'clock' | 'no-sync'): string {
  return `--import=${pathToFileURL(join(root, 'tests', 'faults', 'preload', `${name}.mjs`)).href}`
}
