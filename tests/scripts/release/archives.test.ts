import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { programs } from '../../../scripts/command/programs.mjs'
import {
  type Entry,
  ffmpegArchive,
  hubArchive,
  hubPackages,
  keptPackages,
  MOST_BYTES,
  unpackedBytes,
} from '../../../scripts/release/archives.mjs'
import { bundlePrograms } from '../../../scripts/release/bundle.mjs'
import { isShipped, shippedFiles } from '../../../scripts/release/packages.mjs'
import { tarball } from '../../../scripts/release/tar.mjs'
import { root } from '../../../scripts/root.mjs'

const lockfile = z
  .object({ packages: z.record(z.string(), z.object({ dev: z.optional(z.boolean()) })) })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))

describe('the packages of an archive (REL-01)', () => {
  const packages = hubPackages(root)
  const files = keptPackages(root).flatMap((one) => shippedFiles(root, one))

  it('are those that the hub imports, late or in a thread too, and all that these need', () => {
    const names = packages.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['fastify', 'avvio', 'stripe', 'web-push', 'mediabunny', 'zod']))
    for (const name of ['react', 'vite', 'vitest', 'typescript', '@ffmpeg/core', 'onnxruntime-web', '@types/node'])
      expect(names).not.toContain(name)
    expect(packages.filter(({ path }) => lockfile.packages[path]?.dev !== undefined)).toEqual([])
  })

  it('stay packages where a binary or a thread is found by its place, without what is only for people and compilers', () => {
    const kept = keptPackages(root).map(({ name }) => name)
    expect(kept.sort()).toEqual(['@photostructure/sqlite', 'mediabunny', 'node-gyp-build'])
    expect(files.length).toBeGreaterThan(10)
    expect(
      files.filter(({ path }) => /\.(map|ts|cts|mts|c|h|gyp)$|\/(test|docs)\//.test(path) && !/licen/i.test(path)),
    ).toEqual([])
  })

  it('bring SQLite for every system that is promised', () => {
    const ready = files.flatMap(
      ({ path }) => /prebuilds\/(.*)\/.*\.(glibc|musl)\.node$/.exec(path)?.slice(1).join(' ') ?? [],
    )
    const linux = ['linux-arm64 glibc', 'linux-arm64 musl', 'linux-x64 glibc', 'linux-x64 musl']
    const others = ['darwin-arm64 glibc', 'darwin-x64 glibc', 'win32-arm64 glibc', 'win32-x64 glibc']
    expect(ready.sort()).toEqual([...linux, ...others].sort())
  })

  it('leave room in 80 MB for the app, the hub and what tells licences', () => {
    const served = [
      'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
      'src/engine/naming/coco/ssdlite-mobilenet-v2.onnx',
    ]
    const large = served.map((file) => ({ bytes: statSync(join(root, file)).size }))
    const codeAndTexts = { bytes: 20_000_000 }
    expect(unpackedBytes([...files, ...large, codeAndTexts])).toBeLessThan(MOST_BYTES)
  })
})

test.each([
  ['fastify', 'lib/reply.js', true],
  ['fastify', 'LICENSE', true],
  ['fastify', 'types/reply.d.ts', false],
  ['fastify', 'test/reply.test.js', false],
  ['fastify', 'docs/Guides/Index.md', false],
  ['fastify', 'eslint.config.js', false],
  ['one', 'dist/index.js.map', false],
  ['one', 'LICENSE.md', true],
  ['one', '.npmignore', false],
  ['mediabunny', 'dist/bundles/mediabunny.node.cjs', true],
  ['mediabunny', 'dist/modules/src/index.js', false],
  ['@photostructure/sqlite', 'src/upstream/sqlite3.c', false],
  ['@photostructure/sqlite', 'dist/index.mjs', true],
])('of %s the file %s is in the archive: %s (REL-01)', (name, path, isThere) => {
  expect(isShipped(name, path)).toBe(isThere)
})

describe('an archive of a small product', () => {
  let folder: string
  let entries: Entry[]
  let bundled: readonly string[]
  const put = (path: string, text = '') => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const packed = (of: readonly Entry[]) =>
    tarball(
      of.map(({ path, from, text = '', isProgram = false }) => ({
        path: `package/${path}`,
        content: from === undefined ? Buffer.from(text) : readFileSync(from),
        isProgram,
      })),
    )

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nightjar-archive-'))
    put('package.json', '{ "description": "d", "license": "MIT", "engines": { "node": ">=20.19" } }')
    for (const name of readdirSync(join(root, 'scripts/command')))
      put(`scripts/command/${name}`, readFileSync(join(root, 'scripts/command', name), 'utf8'))
    for (const name of [
      'installation',
      'using',
      'configuration',
      'operations',
      'evidence',
      'privacy',
      'security',
      'limits',
      'api',
      'home-assistant',
      'scaling',
    ])
      put(`docs/${name}.md`)
    put(
      'docs/using.md',
      'See [limits](limits.md#time), [deploy](../deploy/README.md), [how](../server/README.md#a) [it](https://a.b).',
    )
    for (const path of ['LICENSE', 'CHANGELOG.md', 'deploy/nightjar.service', 'deploy/README.md']) put(path)
    for (const path of ['src/contract/a.ts', 'src/lib/a.ts']) put(path)
    for (const path of ['ui/theme/fonts/OFL.txt', 'engine/naming/coco/LICENSE'])
      put(`src/${path}`, `the text of ${path}`)
    const say = (name: string) =>
      [
        "import type { T } from 'only-types'",
        "import one from 'one'",
        `console.log('${name}', one, process.argv.slice(1).join(' '), process.env.DATA_DIR)`,
        "if (process.env.LATE) console.log((await import('@two/two')).default)",
      ].join('\n')
    for (const { entry, built } of Object.values(programs)) put(entry, say(built))
    for (const path of ['app/index.html', 'app/assets/index.js.map', 'app/.vite/manifest.json']) put(`dist/${path}`)
    for (const kind of ['js', 'wasm']) {
      put(`dist/app/assets/ffmpeg-core-Ab.${kind}`, `of ffmpeg: ${kind}`)
      put(`node_modules/@ffmpeg/core/dist/esm/ffmpeg-core.${kind}`, `of ffmpeg: ${kind}`)
    }
    put('dist/app/assets/ffmpeg-core-Cd.js', 'ours, which loads it')
    put('scripts/release/ffmpeg/COPYING', 'the GPL')
    const give = (name: string, manifest: object) => {
      put(
        `node_modules/${name}/package.json`,
        JSON.stringify({ name: name.replace(/^.*node_modules\//, ''), version: '1.0.0', ...manifest }),
      )
      put(`node_modules/${name}/index.js`, `module.exports = '${name}'`)
      put(`node_modules/${name}/index.d.ts`)
    }
    give('one', {
      license: 'ISC',
      dependencies: { three: '1', '@types/three': '1' },
      scripts: { install: 'node-gyp rebuild' },
    })
    put('node_modules/one/LICENSE', 'do as you like')
    put('node_modules/one/index.js', "module.exports = 'one with ' + require('three')")
    give('@two/two', { optionalDependencies: { none: '1' } })
    give('one/node_modules/three', {})
    give('@ffmpeg/core', { version: '0.12.10', license: 'GPL-2.0-or-later' })
    give('@photostructure/sqlite', { dependencies: { 'node-gyp-build': '4' } })
    for (const name of ['node-gyp-build', 'mediabunny', 'unused']) give(name, {})
    bundled = await bundlePrograms(folder, join(folder, 'dist/programs'))
    entries = hubArchive(folder, '1.2.3', 'dist/programs')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const paths = () => entries.map(({ path }) => path)

  it('has packages that are imported, and what these need, in the hub’s own files, and others beside the hub, where no npm looks for anything to do (REL-01, REL-02)', () => {
    expect(bundled).toEqual(['@two/two', 'one', 'one/node_modules/three'].map((name) => `node_modules/${name}`))
    const modules = paths().filter((path) => path.startsWith('dist/node_modules/') && path.endsWith('index.js'))
    expect(modules).toEqual(
      ['@photostructure/sqlite', 'mediabunny', 'node-gyp-build'].map((name) => `dist/node_modules/${name}/index.js`),
    )
    const { text = '' } = entries.find(({ path }) => path === 'package.json') ?? {}
    const manifest = JSON.parse(text)
    expect(manifest).toMatchObject({ name: 'nightjar', version: '1.2.3', bin: { nightjar: 'bin/nightjar.mjs' } })
    for (const key of ['scripts', 'dependencies', 'bundleDependencies', 'optionalDependencies'])
      expect(manifest).not.toHaveProperty(key)
  })

  it('has documents whose links lead to what it has: others are only words there (REL-01)', () => {
    const { text } = entries.find(({ path }) => path === 'docs/using.md') ?? {}
    expect(text).toBe('See [limits](limits.md#time), [deploy](../deploy/README.md), how [it](https://a.b).')
  })

  it('has neither maps nor types, nor sources (REL-01)', () => {
    expect(paths().filter((path) => /\.map$|\.ts$|manifest\.json|^src|^server|unused/.test(path))).toEqual([])
    expect(paths()).toEqual(expect.arrayContaining(['dist/app/index.html', 'dist/hub/main.js', 'docs/operations.md']))
  })

  it('has nothing of ffmpeg but what loads it: that is another archive, with its licence (REL-05)', () => {
    expect(paths().filter((path) => path.includes('ffmpeg'))).toEqual(['dist/app/assets/ffmpeg-core-Cd.js'])
    const apart = ffmpegArchive(folder, '1.2.3')
    const files = ['app/assets/ffmpeg-core-Ab.js', 'app/assets/ffmpeg-core-Ab.wasm']
    expect(apart.map(({ path }) => path)).toEqual(['COPYING', 'README.md', ...files, 'package.json'])
    expect(apart.find(({ path }) => path === 'README.md')?.text).toMatch(/@ffmpeg\/core 0\.12\.10/)
  })

  it('has the text of the licence of each, and says where there is none (REL-06)', () => {
    const { text = '' } = entries.find(({ path }) => path === 'LICENCES.txt') ?? {}
    expect(text).toMatch(/^one 1\.0\.0 \(ISC\)\n\ndo as you like$/m)
    expect(text).toMatch(
      /@two\/two 1\.0\.0 \(an unnamed licence\)\nthree 1\.0\.0 \(an unnamed licence\)\n\nIts package brings no text/,
    )
    expect(text).toContain('the text of engine/naming/coco/LICENSE')
  })

  it('is not made of a program that loads what would be missing (REL-01)', async () => {
    const { entry } = programs.pair
    const source = readFileSync(join(folder, entry), 'utf8')
    put(entry, `import 'only-at-home'\n${source}`)
    try {
      await expect(bundlePrograms(folder, join(folder, 'dist/broken'))).rejects.toThrow('only-at-home')
    } finally {
      put(entry, source)
    }
  })

  it('is the same bytes twice, and unpacks to what was packed (REL-01)', () => {
    const long = { path: `dist/${'folder/'.repeat(20)}${'n'.repeat(60)}.js`, text: 'deep', bytes: 4 }
    const archive = packed([...entries, long])
    expect(packed([...entries, long]).equals(archive)).toBe(true)
    const out = join(folder, 'out')
    mkdirSync(out)
    writeFileSync(join(out, 'it.tgz'), archive)
    execFileSync('tar', ['-xzf', 'it.tgz'], { cwd: out })
    expect(readFileSync(join(out, 'package', long.path), 'utf8')).toBe('deep')
    expect(statSync(join(out, 'package/bin/nightjar.mjs')).mode & 0o777).toBe(0o755)
  })

  describe('its command, unpacked (REL-03)', () => {
    /** `env`: what is set besides the path. */
    const call = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(folder, 'out/package/bin/nightjar.mjs'), ...args],
        { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env }, encoding: 'utf8' },
      )
      return { status, stdout, stderr }
    }

    it('runs the program of a name, with what is said behind it, on the folder for data of this system', () => {
      const data = join(homedir(), '.local/share/nightjar')
      const said = call(['backup', '--to', 'x'], { HOME: homedir() })
      if (process.platform === 'linux') {
        expect(said.stdout).toBe(
          `dist/hub-backup/hub-backup.js one with one/node_modules/three nightjar --to x ${data}\n`,
        )
      }
      const late = call(['check'], { DATA_DIR: '/elsewhere', LATE: '1' })
      expect(late.stdout).toMatch(/hub-check\.js one with \S+three nightjar \/elsewhere\n@two\/two\n$/)
    })

    it('starts no hub with settings that it would not read (REL-03, OPS-16)', () => {
      const { status, stdout, stderr } = call(['start', '--port', '9000'])
      const sentence = 'start takes no options; settings are environment variables: PORT=9000 nightjar start\n'
      expect([status, stdout, stderr]).toEqual([78, '', sentence])
    })

    it('says what it knows, its version too, and what to do where it does not (REL-10)', () => {
      const help = call([])
      for (const name of Object.keys(programs)) expect(help.stdout).toContain(`nightjar ${name}`)
      expect([help.status, call(['start', '--help']).stdout]).toEqual([0, help.stdout])
      expect(call(['--version']).stdout).toBe('1.2.3\n')
      const unknown = call(['sideways'])
      expect([unknown.status, unknown.stderr]).toEqual([
        1,
        'There is no command sideways. The commands are start, pair, check, backup, migrate, verify; nightjar --help says what each does.\n',
      ])
    })
  })
})
