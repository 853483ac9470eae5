import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appFilesOf } from '../../../scripts/build/service-worker.mjs'

describe('what a build has browsers keep (SHELL-02, SHELL-05)', () => {
  let folder = ''
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nightjar-built-'))
    for (const name of ['assets', '.vite']) mkdirSync(join(folder, name))
    write('index.html', '<title>Nightjar</title>')
    for (const name of ['main-1.js', 'motion.plain-1.wasm', 'ffmpeg-core-1.wasm', 'ffmpeg-core-1.js']) {
      write(`assets/${name}`, '')
    }
    for (const name of ['ssdlite-mobilenet-v2-1.onnx', 'ort-wasm-simd-threaded-1.wasm']) write(`assets/${name}`, '')
    for (const name of ['icon.svg', 'service-worker.js', '.vite/manifest.json']) write(name, '')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is all of it, large files late or never', () => {
    const { files, lateFiles } = appFilesOf(folder)
    expect(files).toEqual(['/assets/main-1.js', '/assets/motion.plain-1.wasm', '/icon.svg'])
    expect(lateFiles).toEqual(['/assets/ort-wasm-simd-threaded-1.wasm', '/assets/ssdlite-mobilenet-v2-1.onnx'])
  })

  it('is another version with each change, and the same where only the version stands in the page', () => {
    const { version } = appFilesOf(folder)
    write('index.html', `<title>Nightjar</title>\n    <meta name="nightjar-version" content="${version}" />`)
    expect(appFilesOf(folder).version).toBe(version)
    write('icon.svg', '<svg />')
    expect(appFilesOf(folder).version).not.toBe(version)
  })
})
