import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { TroubleBadge } from '../../../src/screens/cameras/trouble-badge'
import { runningState } from '../../support/browser/fake-cameras'
import { show } from '../../support/render'

const reduced = { intervalMs: 600, analysisWidth: 320, preRollShare: 1, droppedChecks: 0, isReduced: true }

it.each([
  ['Paused', { sight: { phase: 'paused', why: 'no-frames' } }, /Check its cable/],
  ['Paused', { sight: { phase: 'paused', why: 'throttled' }, pace: reduced }, /Keep it open/],
  ['Frozen', { sight: { phase: 'frozen' }, pace: reduced }, /Reconnect it/],
  ['Reduced', { pace: reduced }, /Close other programs or tabs/],
] as const)('a camera that is %s says so with what helps: %j', async (text, differing, help) => {
  show(<TroubleBadge capture={runningState(differing)} tampering={null} />)
  const badge = screen.getByRole('button', { name: text })
  expect(screen.getAllByRole('button')).toEqual([badge])
  await userEvent.tab()
  expect(document.activeElement).toBe(badge)
  expect((await screen.findByRole('tooltip')).textContent).toMatch(help)
})

it('a camera that watches as it should, or does not run, says nothing', () => {
  const { container } = show(
    <>
      <TroubleBadge capture={runningState()} tampering={null} />
      <TroubleBadge capture={undefined} tampering={null} />
      <TroubleBadge capture={{ phase: 'starting' }} tampering={null} />
    </>,
  )
  expect(container.textContent).toBe('')
})

it.each([
  ['covered', 'Lens covered?'],
  ['turned', 'Camera turned?'],
  ['frozen', 'Picture frozen?'],
  ['darkened', 'Sudden darkness?'],
] as const)('a camera that was %s says so to everybody, also to those who do not see (TAMP-05)', (tampering, text) => {
  show(<TroubleBadge capture={runningState({ sight: { phase: 'frozen' } })} tampering={tampering} />)
  expect(screen.getByRole('status').textContent).toBe(text)
})
