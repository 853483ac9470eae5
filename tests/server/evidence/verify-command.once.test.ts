import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programs } from '../../../scripts/command/programs.mjs'
import { hubKeyOf } from '../../../server/evidence/hub-key'
import { proofNameOf } from '../../../src/lib/proof/package'
import { zipOf } from '../../../src/lib/zip'
import { hubKey, newBrowser, proofFile, type SignedClip, signedClip } from '../../support/proven-clips'
import { writeSparseZip } from '../../support/sparse-zip'

/** Inside the repository, where the bundle finds its packages. */
const outDir = `node_modules/.nightjar-verify-under-test-${process.pid}`
const forger = hubKeyOf(Buffer.alloc(32, 7))
let folder: string
let clip: SignedClip

beforeAll(async () => {
  await build({ logLevel: 'error', build: { ssr: 'server/verify.ts', outDir } })
  folder = await mkdtemp(join(tmpdir(), 'nightjar-verify-'))
  clip = await signedClip(newBrowser(), { cameraId: randomUUID(), bytes: Buffer.from('what the camera recorded') })
  const changed = Buffer.from(clip.bytes)
  changed[3] = (changed[3] ?? 0) ^ 1
  await lay('honest.webm', clip.bytes, await proofFile(clip))
  await lay('changed.webm', changed, await proofFile(clip))
  await lay('forged.webm', clip.bytes, await proofFile(clip, {}, forger))
}, 60_000)
afterAll(async () => {
  await rm(outDir, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

async function lay(name: string, bytes: Buffer, proof: string): Promise<void> {
  await writeFile(join(folder, name), bytes)
  await writeFile(join(folder, proofNameOf(name)), proof)
}

function run(...args: readonly string[]): [code: number | null, told: string] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(outDir, 'verify.js'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', INIT_CWD: folder },
    encoding: 'utf8',
    timeout: 10_000,
  })
  return [status, stdout + stderr]
}

describe('how `npm run verify` ends (PROOF-17)', () => {
  const known = ['--hub-key', hubKey.fingerprint]

  test('with 0 where it is genuine and the hub is the one that was named', () => {
    expect(run('honest.webm', ...known)).toEqual([0, expect.stringContaining('honest.webm: Genuine and whole\n')])
  })

  test('with 0 also where nobody reads on, as behind head: 1 would be said of a forgery', async () => {
    const env = { PATH: process.env['PATH'] ?? '', INIT_CWD: folder }
    const tool = spawn(process.execPath, [join(outDir, 'verify.js'), 'honest.webm', ...known], { env })
    tool.stdout.destroy()
    await once(tool, 'exit')
    expect(tool.exitCode).toBe(0)
  })

  test('with 1 where one bit was changed, or the hub is another one, whether or not one was named', () => {
    expect(run('changed.webm', ...known)[0]).toBe(1)
    expect(run('changed.webm')[0]).toBe(1)
    expect(run('forged.webm', ...known)).toEqual([1, expect.stringContaining('The receipt is of another hub')])
  })

  test("with 2 where no hub was named: a forger's own hub signs too", () => {
    for (const name of ['honest.webm', 'forged.webm']) {
      const [code, told] = run(name)
      expect(code).toBe(2)
      expect(told).toContain(`${name}: Genuine and whole, if the hub is the right one\n`)
      expect(told).toContain('The key of the hub was not compared: --hub-key FINGERPRINT')
    }
  })

  const file = (name: string, bytes: Buffer) => ({ name, bytes: new Uint8Array(bytes) })

  test('with 1 where a forged recording unpacks over the genuine one, on a disk that takes both names for one', async () => {
    const proof = file('honest.proof.json', Buffer.from(await proofFile(clip)))
    const forged = file('honest.WEBM', Buffer.from('forged'))
    const zip = zipOf([file('honest.webm', clip.bytes), proof, forged], Date.now())
    await writeFile(join(folder, 'two.zip'), Buffer.from(await zip.arrayBuffer()))
    const [code, told] = run('two.zip', ...known)
    expect(code).toBe(1)
    expect(told).toContain('honest.webm: Genuine and whole\n')
    expect(told).toContain('honest.WEBM: Not the recording that this proof is of\n')
  })

  test('with 2 where the proof of a recording was taken away, beside others that are genuine', async () => {
    const proof = file('honest.proof.json', Buffer.from(await proofFile(clip)))
    const zip = zipOf([file('honest.webm', clip.bytes), proof, file('other.webm', Buffer.from('forged'))], Date.now())
    await writeFile(join(folder, 'some.zip'), Buffer.from(await zip.arrayBuffer()))
    const [code, told] = run('some.zip', ...known)
    expect(code).toBe(2)
    expect(told).toContain('honest.webm: Genuine and whole\n')
    expect(told).toContain('other.webm: No proof of this recording\n')
  })

  test('with 2 where a proof is named beside a zip, which it would not have looked at', async () => {
    const zip = zipOf([file('honest.webm', clip.bytes)], Date.now())
    await writeFile(join(folder, 'bare.zip'), Buffer.from(await zip.arrayBuffer()))
    const [code, told] = run('bare.zip', 'forged.proof.json', ...known)
    expect(code).toBe(2)
    expect(told).toMatch(/^A zip has the proofs of its recordings in it: leave out .*forged\.proof\.json, or unpack/m)
  })

  test('and says in lines of its own what a forger put into a name: no verdict, nor what moves the cursor', async () => {
    const proof = JSON.parse(await proofFile(clip, {}, forger))
    const overwriting = '\u001b[9A\u001b[Jhonest.webm: Genuine and whole\u202e'
    proof.hub.receipt = forger.sign(proof.hub.receipt.text.replace('named Door', `named ${overwriting}`))
    const name = 'videos/a.webm: Genuine and whole\nThese are the bytes that the camera signed.\n\nb'
    const zip = zipOf(
      [file(`${name}.webm`, clip.bytes), file(`${name}.proof.json`, Buffer.from(JSON.stringify(proof)))],
      Date.now(),
    )
    await writeFile(join(folder, 'named.zip'), Buffer.from(await zip.arrayBuffer()))
    const [code, told] = run('named.zip', ...known)
    expect(code).toBe(1)
    expect(told.split('\n').filter((line) => line.endsWith(': Genuine and whole'))).toEqual([])
    expect(told).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
    expect(told.split('\n')[0]).toMatch(/\.webm: The receipt is of another hub$/)
  })

  test('with 0 for a zip of any size, of which it reads what it needs (PROOF-16)', async () => {
    const proof = new TextEncoder().encode(await proofFile(clip))
    await writeSparseZip(join(folder, 'large.zip'), [
      { name: 'videos/honest.webm', bytes: clip.bytes },
      { name: 'videos/honest.proof.json', bytes: proof },
    ])
    expect(run('large.zip', ...known)).toEqual([0, expect.stringContaining('honest.webm: Genuine and whole\n')])
  })

  test.each([
    [[], `Say which: npm run verify -- ${programs.verify.usage}\nEnds with 0: genuine, `],
    [['honest.webm', '--hub-key'], 'Say which: '],
    ...['abc', '54:ED:0A', hubKey.fingerprint.slice(1)].map((key): [string[], string] => [
      ['honest.webm', '--hub-key', key],
      "--hub-key must be the fingerprint of the hub's key, 64 digits and letters from a to f, as the dialog of a proof and GET /v1/evidence/key say it. That of the hub's certificate is another.\n",
    ]),
    [['nothing.webm'], 'nothing.webm.\n'],
    [['.'], 'cannot be read (it is no file).\n'],
  ])('with 2 where there is nothing to say: %j', (args, told) => {
    expect(run(...args)).toEqual([2, expect.stringContaining(told)])
  })

  test.skipIf(process.platform === 'win32')('with 2 for a named pipe that nobody writes to, at once', () => {
    for (const name of ['pipe.webm', 'honest-pipe.proof.json']) spawnSync('mkfifo', [join(folder, name)])
    const refused = [2, expect.stringContaining('cannot be read (it is no file).\n')]
    expect(run('pipe.webm')).toEqual(refused)
    expect(run('honest.webm', 'honest-pipe.proof.json')).toEqual(refused)
  })
})
