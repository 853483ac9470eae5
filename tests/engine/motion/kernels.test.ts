import { describe, expect, it } from 'vitest'
import { ensureMemory, loadKernels } from '../../../src/engine/motion/kernels'
import { kernelBuilds, loadBuild } from '../../support/kernels/kernels'

const PAGE_BYTES = 65_536
const MAXIMUM_BYTES = 4_096 * PAGE_BYTES

describe('the kernels memory (ENG-01)', () => {
  it.each(kernelBuilds)('of the %s build grows by whole pages, and only when it is too small', async (build) => {
    const { memory } = await loadBuild(build)
    const before = memory.buffer
    const initialBytes = before.byteLength
    expect(ensureMemory(memory, initialBytes)).toBe(true)
    expect(memory.buffer === before).toBe(true)
    expect(ensureMemory(memory, initialBytes + 1)).toBe(true)
    expect(memory.buffer.byteLength).toBe(initialBytes + PAGE_BYTES)
  })

  it.each(kernelBuilds)('of the %s build says so when its limit is reached, and stays as it is', async (build) => {
    const { memory } = await loadBuild(build)
    const initialBytes = memory.buffer.byteLength
    expect(ensureMemory(memory, MAXIMUM_BYTES + 1)).toBe(false)
    expect(memory.buffer.byteLength).toBe(initialBytes)
  })
})

describe('loading the kernels', () => {
  it('asks for the wanted build and says which one it is', async () => {
    expect((await loadBuild('plain')).build).toBe('plain')
    expect((await loadBuild('threads')).build).toBe('threads')
  })

  it('fails when the file cannot be loaded', async () => {
    const missing = loadKernels('plain', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(missing).rejects.toThrow('Failed to fetch')
  })
})
