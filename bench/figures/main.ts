import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocksOf, documents, readDocument, withFigures } from './documents'

const root = process.cwd()
const blocks = blocksOf(root)
for (const name of documents) {
  const text = readDocument(root, name)
  const next = withFigures(text, blocks)
  if (next !== text) writeFileSync(join(root, name), next)
  console.log(`${name}: ${next === text ? 'as it was' : 'written'}`)
}
