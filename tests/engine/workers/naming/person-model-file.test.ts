import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { modelBytes } from '../../../../src/engine/workers/naming/person-model-file'

const url = (name: string, query = 'expires=1') => `https://cam.example.org/media/person-model/${name}.onnx?${query}`

/** What the hub serves, and how often it was asked. */
let served: Map<string, string>
let asked: string[]
let kept: Map<string, Response>

beforeEach(() => {
  served = new Map([
    ['a', 'first model'],
    ['b', 'second model'],
  ])
  asked = []
  kept = new Map()
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const bytes = served.get(/([a-z])\.onnx/.exec(address)?.[1] ?? '')
    return bytes === undefined ? new Response('no', { status: 404 }) : new Response(bytes)
  })
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (name: string) => kept.get(name)?.clone(),
      keys: async () => [...kept.keys()],
      delete: async (name: string) => kept.delete(name),
      put: async (name: string, answer: Response) => void kept.set(name, answer),
    }),
  })
})
afterEach(() => void vi.unstubAllGlobals())

const textOf = async (address: string) => new TextDecoder().decode(await modelBytes(address))

describe("the file of the operator's model (PERSON-03)", () => {
  it('is fetched once, however often its worker comes and its link changes', async () => {
    expect([await textOf(url('a')), await textOf(url('a', 'expires=2'))]).toEqual(['first model', 'first model'])
    expect(asked).toEqual([url('a')])
  })

  it('makes way for another one', async () => {
    await textOf(url('a'))
    expect(await textOf(url('b'))).toBe('second model')
    expect([...kept.keys()]).toEqual([url('b').split('?')[0]])
  })

  it('is had also where the browser keeps nothing', async () => {
    vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('No.', 'SecurityError')) })
    expect(await textOf(url('a'))).toBe('first model')
  })

  it('that is not there is refused with what the hub answered, and not kept', async () => {
    await expect(modelBytes(url('x'))).rejects.toThrow('the hub answered 404')
    expect(kept.size).toBe(0)
  })
})
