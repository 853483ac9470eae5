import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { lessSteps } from '../../../src/engine/pacing/less'
import { TroubleBadge } from '../../../src/screens/cameras/camera-picture'
import { runningState } from '../../support/browser/fake-cameras'
import { show } from '../../support/render'

const reduced = { intervalMs: 300, analysisWidth: 480, droppedChecks: 9, less: lessSteps }

it.each([
  ['Paused', { sight: { phase: 'paused', why: 'no-frames' } }, /Check its cable/],
  ['Paused', { sight: { phase: 'paused', why: 'throttled' }, pace: reduced }, /Keep it open/],
  ['Frozen', { sight: { phase: 'frozen' }, pace: reduced }, /Reconnect it/],
  ['At its limit', { pace: reduced }, /Close other programs or tabs/],
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
