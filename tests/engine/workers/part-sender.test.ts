import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PartSender } from '../../../src/engine/workers/part-sender'
import { bytesOf } from '../../support/engine/fake-recorder'

let nowMs = 0
let sent: string[] = []
let parts = new PartSender(
  () => undefined,
  () => nowMs,
)

beforeEach(() => {
  nowMs = 1_000
  sent = []
  parts = new PartSender(
    (bytes) => sent.push(new TextDecoder().decode(bytes)),
    () => nowMs,
  )
  parts.open('webm')
})

const write = (text: string, atMs: number) => {
  nowMs = atMs
  parts.write(bytesOf(text))
}

describe('the bytes of a container', () => {
  it('are handed on in one part once the oldest of them is half a second old, in order', () => {
    write('a', 1_000)
    write('b', 1_200)
    write('c', 1_499)
    expect(sent).toEqual([])
    write('d', 1_500)
    expect(sent).toEqual(['abcd'])
  })

  it('wait for as long as no picture is among them, and then go at once', () => {
    const waiting = new PartSender(
      (bytes) => sent.push(new TextDecoder().decode(bytes)),
      () => nowMs,
    )
    waiting.write(bytesOf('head'))
    nowMs = 9_000
    waiting.write(bytesOf(' picture'))
    expect(sent).toEqual([])
    waiting.open('webm')
    expect(sent).toEqual(['head picture'])
  })

  it('of mp4, which come a second at a time, are handed on as soon as that second is there (CLIP-07)', () => {
    vi.useFakeTimers()
    try {
      parts.open('mp4')
      write('moof', 1_000)
      write('mdat', 1_010)
      expect(sent).toEqual([])
      vi.advanceTimersByTime(50)
      expect(sent).toEqual(['moofmdat'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('begin to wait anew after that', () => {
    write('a', 1_000)
    write('b', 1_500)
    write('c', 1_900)
    write('d', 2_399)
    expect(sent).toEqual(['ab'])
    write('e', 2_400)
    expect(sent).toEqual(['ab', 'cde'])
  })

  it('are handed on at once when the recording ends, and nothing where there are none', () => {
    write('a', 1_000)
    parts.flush()
    parts.flush()
    expect(sent).toEqual(['a'])
  })

  it('are copied: the container may use its memory again', () => {
    const memory = bytesOf('ab')
    parts.write(memory)
    memory.set(bytesOf('xy'))
    parts.flush()
    expect(sent).toEqual(['ab'])
  })

  it('lie in memory of their own part, which can be handed to another thread', () => {
    const buffers = new Set<ArrayBuffer>()
    parts = new PartSender(
      ({ buffer }) => buffers.add(buffer),
      () => nowMs,
    )
    parts.open('webm')
    const memory = new Uint8Array(1_000).subarray(100, 110)
    for (let i = 0; i < 3; i++) {
      parts.write(memory)
      parts.flush()
    }
    expect([...buffers].map(({ byteLength }) => byteLength)).toEqual([10, 10, 10])
    expect(buffers.has(memory.buffer)).toBe(false)
  })
})
