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
