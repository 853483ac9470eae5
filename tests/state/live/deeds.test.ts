import { expect, it } from 'vitest'
import { deedsOf } from '../../../src/state/live/deeds'

const viewer = (who: string, isTalking: boolean) => ({ viewingId: `of-${who}`, who, isListening: false, isTalking })

it('names who sounds the siren and who talks, oneself as you, each once (LIVE-97)', () => {
  const viewers = [viewer('ann@example.org', true), viewer('bob@example.org', true), viewer('cleo@example.org', false)]
  expect(deedsOf(viewers, 'bob@example.org', 'ann@example.org')).toEqual([
    { kind: 'siren', words: 'Siren: bob' },
    { kind: 'talking', words: 'You talk' },
    { kind: 'talking', words: 'bob talks' },
  ])
  expect(deedsOf([viewer('cleo@example.org', false)], null, null)).toEqual([])
  expect(deedsOf([], 'ann@example.org', 'ann@example.org')).toEqual([{ kind: 'siren', words: 'Siren: you' }])
})
