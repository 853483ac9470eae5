import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { complaining } from '../complaint'
import { blocksOf, documents, readDocument, withFigures } from './documents'

/** Makes all of them first, so that a figure that is missing leaves every document as it is. */
async function main(): Promise<void> {
  const root = process.cwd()
  const blocks = blocksOf(root)
  const made = documents.map((name) => {
    const text = readDocument(root, name)
    return { name, text, next: withFigures(text, blocks) }
  })
  for (const { name, text, next } of made) {
    if (next !== text) writeFileSync(join(root, name), next)
    console.log(`${name}: ${next === text ? 'as it was' : 'written'}`)
  }
}

await complaining(main)
