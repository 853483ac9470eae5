import { describe, expect, it } from 'vitest'
import type { LiveViewer } from '../../../src/contract/live/live'
import { watchersOf } from '../../../src/state/live/watchers'

let viewings = 0
const viewer = (who: string, doing: Partial<LiveViewer> = {}): LiveViewer => ({
  viewingId: `viewing-${++viewings}`,
  who,
  isListening: false,
  isTalking: false,
  ...doing,
})

describe('who looks through a camera (LIVE-66)', () => {
  it('is nobody, or said by number and name', () => {
    expect(watchersOf([])).toBeNull()
    expect(watchersOf([viewer('ann@example.org'), viewer('bob@example.org')])).toEqual({
      short: '2 watching: ann, bob',
      long: 'ann@example.org watches; bob@example.org watches',
    })
  })

  it('is one person who looks from two tabs, and all that they do', () => {
    const ann = [viewer('ann@example.org', { isListening: true }), viewer('ann@example.org', { isTalking: true })]
    expect(watchersOf(ann)).toEqual({
      short: '1 watching: ann',
      long: 'ann@example.org watches, listens and talks',
    })
    const others = [viewer('bob@example.org', { isTalking: true }), viewer('cleo@example.org', { isListening: true })]
    expect(watchersOf(others)?.long).toBe('bob@example.org watches and talks; cleo@example.org watches and listens')
  })

  it('is a program beside its owner, by the name of its token (LIVE-104)', () => {
    const all = [viewer('ann@example.org'), viewer('ann@example.org (token Frigate)')]
    expect(watchersOf(all)).toEqual({
      short: '2 watching: ann, ann (token Frigate)',
      long: 'ann@example.org watches; ann@example.org (token Frigate) watches',
    })
  })

  it('names two, and counts the rest', () => {
    const all = ['ann', 'bob', 'cleo', 'dan'].map((name) => viewer(`${name}@example.org`))
    expect(watchersOf(all)?.short).toBe('4 watching: ann, bob and 2 more')
    expect(watchersOf([viewer('')])?.short).toBe('1 watching: somebody')
  })
})
