import { expect, test } from 'vitest'
import { InTurn } from '../../src/lib/in-turn'
import { deferred } from '../support/deferred'

test('a job begins when the one before is over, also where that failed', async () => {
  const queue = new InTurn()
  const [first, second] = [deferred<string>(), deferred<string>()]
  const begun: string[] = []
  const running = [
    queue.run(() => {
      begun.push('first')
      return first.promise
    }),
    queue.run(() => {
      begun.push('second')
      return second.promise
    }),
  ]
  await Promise.resolve()
  expect(begun).toEqual(['first'])
  first.reject(new Error('broken'))
  await expect(running[0]).rejects.toThrow('broken')
  second.resolve('done')
  expect([await running[1], begun]).toEqual(['done', ['first', 'second']])
})
