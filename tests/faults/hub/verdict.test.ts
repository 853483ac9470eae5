import { describe, expect, it } from 'vitest'
import { Ledger } from './ledger'
import type { StoredVideo } from './stored'
import { verdictOf } from './verdict'

const one: StoredVideo = { id: 'video-1', sha256: 'aa' }
const other: StoredVideo = { id: 'video-2', sha256: 'bb' }

function verdict(videos: readonly StoredVideo[], events = videos.length, change?: (ledger: Ledger) => void) {
  const ledger = new Ledger()
  ledger.note({ clipId: 'clip-1', sha256: 'aa' }, 'video-1')
  ledger.note({ clipId: 'clip-2', sha256: 'bb' }, 'video-2')
  change?.(ledger)
  return verdictOf(ledger, { videos, events })
}

describe('what a hub acknowledged beside what it has (OPS-13)', () => {
  it('is well when each acknowledged clip is there once, byte for byte, with its event', () => {
    const well = { acknowledged: 2, lost: 0, doubled: 0, unknown: 0, eventsOff: 0 }
    expect(verdict([one, other])).toEqual(well)
    expect(verdict([one, other], 2, (ledger) => ledger.note({ clipId: 'clip-1', sha256: 'aa' }, 'video-1'))).toEqual(
      well,
    )
  })

  it('is a loss when one is missing or has other bytes', () => {
    expect(verdict([one]).lost).toBe(1)
    expect(verdict([one, { ...other, sha256: 'cc' }]).lost).toBe(1)
  })

  it('is a double when the same bytes are there twice, or a repeat made another recording', () => {
    expect(verdict([one, other, { id: 'video-3', sha256: 'aa' }])).toMatchObject({ doubled: 1, unknown: 1 })
    const renamed = (ledger: Ledger) => ledger.note({ clipId: 'clip-1', sha256: 'aa' }, 'video-9')
    expect(verdict([one, other], 2, renamed).doubled).toBe(1)
  })

  it('is noticed when a recording was never acknowledged, or events and recordings differ', () => {
    expect(verdict([one, other, { id: 'video-3', sha256: 'cc' }]).unknown).toBe(1)
    expect(verdict([one, other], 3).eventsOff).toBe(1)
  })
})
