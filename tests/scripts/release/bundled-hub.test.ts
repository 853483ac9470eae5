import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundlePrograms } from '../../../scripts/release/bundle.mjs'
import { root } from '../../../scripts/root.mjs'

const BUILD_LIMIT_MS = 120_000

const folder = mkdtempSync(join(tmpdir(), 'nightjar-bundled-'))
afterAll(() => rmSync(folder, { recursive: true }))

test(
  'what the hub of an archive imports late can be loaded, whatever came before it: a passkey, a certificate, payments (REL-01)',
  async () => {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    await bundlePrograms(root, join(folder, 'dist'))
    const hub = join(folder, 'dist/hub')
    const texts = readdirSync(hub).map((name) => readFileSync(join(hub, name), 'utf8'))
    const late = new Set(
      texts.flatMap((text) => [...text.matchAll(/\bimport\("(\.\/[^"]+\.js)"\)/g)].map(([, at]) => at)),
    )
    expect(late.size).toBeGreaterThan(8)
    // Each in a process of its own: what one brings must not serve another.
    const broken = [...late].flatMap((path) => {
      const script = `await import(${JSON.stringify(path)})`
      const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: hub,
        encoding: 'utf8',
      })
      return status === 0 ? [] : [`${path}: ${stderr}`]
    })
    expect(broken).toEqual([])
  },
  BUILD_LIMIT_MS,
)
