import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { root } from '../../../scripts/root.mjs'

const stopped = pathToFileURL(join(root, 'scripts/command-line/stopped.mjs')).href

/** A command that works until its end or for ever, and what it left behind is cleared away. */
const command = (work: string) => `
  const { clearedAway } = await import('${stopped}')
  const work = async () => { console.log('began'); ${work} }
  const clear = async () => { await new Promise((done) => setTimeout(done, 50)); console.log('cleared') }
  await clearedAway(work, clear).catch((error) => { console.log(error.message); process.exit(1) })`

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'what a command made goes away with it after %s',
  async (signal) => {
    const child = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      command('await new Promise((r) => setTimeout(r, 9e6))'),
    ])
    let told = ''
    child.stderr.on('data', (chunk) => {
      told += chunk
    })
    child.stdout.on('data', (chunk) => {
      told += chunk
      if (!String(chunk).includes('began')) return
      // One press of Ctrl+C under npm comes twice.
      child.kill(signal)
      setTimeout(() => child.kill(signal), 5)
    })
    const [code] = await once(child, 'close')
    expect([code, told]).toEqual([1, 'began\ncleared\nStopped.\n'])
  },
)

test('what a command made goes away with its end, after which no signal is waited for', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', command('')])
  let told = ''
  child.stdout.on('data', (chunk) => {
    told += chunk
  })
  const [code] = await once(child, 'close')
  expect([code, told]).toEqual([0, 'began\ncleared\n'])
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a program that ends itself hears %s from the command that runs it, and is waited for',
  async (signal) => {
    const program = `process.on('${signal}', () => setTimeout(() => { console.log('left nothing'); process.exit(3) }, 50))
      console.log('began'); setTimeout(() => {}, 30_000)`
    const running = pathToFileURL(join(root, 'scripts/command-line/command.mjs')).href
    const child = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `const { run } = await import('${running}')
      process.exitCode = await run(process.execPath, ['-e', ${JSON.stringify(program)}], { endsItself: true })`,
    ])
    let told = ''
    child.stdout.on('data', (chunk) => {
      told += chunk
      if (String(chunk).includes('began')) child.kill(signal)
    })
    const [code] = await once(child, 'close')
    expect([code, told]).toEqual([3, 'began\nleft nothing\n'])
  },
)
