import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { withTimeLimit } from '../../src/lib/time-limit'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

it('ends once its time is over, whatever was collected meanwhile', async () => {
  const whole = new AbortController()
  const ended = new Promise((resolve) => {
    withTimeLimit(whole.signal, 100).addEventListener('abort', ({ target }) => resolve(target))
  })
  for (let round = 0; round < 3; round++) {
    await delay(5)
    collectGarbage()
  }
  expect(await Promise.race([ended, delay(5_000, 'never')])).toMatchObject({
    aborted: true,
    reason: { name: 'TimeoutError' },
  })
})

it('ends with the signal that it was given', () => {
  const whole = new AbortController()
  const signal = withTimeLimit(whole.signal, 60_000)
  whole.abort()
  expect(signal.aborted).toBe(true)
})
