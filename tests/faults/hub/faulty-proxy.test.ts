import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exchange } from './exchange'
import { type Fate, FaultyProxy } from './faulty-proxy'

let server: Server
let proxy: FaultyProxy
/** Bytes of each body that arrived whole. */
let arrived: number[]
beforeEach(async () => {
  arrived = []
  server = createServer(async (asked, answer) => {
    const body = await buffer(asked).catch(() => null)
    if (body !== null) arrived.push(body.length)
    answer.end('taken')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  proxy = await FaultyProxy.start(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
afterEach(async () => {
  await proxy.close()
  await new Promise((resolve) => server.close(resolve))
})

const body = Buffer.alloc(1_000_000, 1)
const send = (fate: Fate) => {
  proxy.fateOf = () => fate
  return exchange(proxy.origin, { method: 'POST', body, limitMs: 3_000 })
}

test('a connection that passes, or is slow, loses nothing', async () => {
  expect((await send({ kind: 'passes' })).body.toString()).toBe('taken')
  expect((await send({ kind: 'slow', bytesPerSecond: 5_000_000 })).body.toString()).toBe('taken')
  expect(arrived).toEqual([body.length, body.length])
})

test('a lost request does not arrive whole', async () => {
  await expect(send({ kind: 'request-lost', afterBytes: 200_000 })).rejects.toThrow()
  expect(arrived).toEqual([])
})

test('a lost answer means that the request arrived all the same', async () => {
  await expect(send({ kind: 'answer-lost' })).rejects.toThrow()
  expect(arrived).toEqual([body.length])
})
