import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Toaster, Toasts } from '../../../src/ui/notices/toaster'
import { show } from '../../support/render'

it('a toast that says the same as one that shows takes its place (CONST-02)', async () => {
  const toasts = new Toasts()
  show(<Toaster toasts={toasts} />)
  const texts = () => screen.queryAllByRole('status').map(({ textContent }) => textContent)
  act(() => toasts.show({ kind: 'error', text: 'Failed to access selected camera' }))
  const first = await screen.findByText('Failed to access selected camera')
  act(() => toasts.show({ kind: 'error', text: 'Failed to access selected camera' }))
  act(() => toasts.show({ kind: 'success', text: 'Camera added successfully!' }))
  await screen.findByText('Camera added successfully!')
  expect(texts()).toHaveLength(2)
  expect(screen.getByText('Failed to access selected camera')).not.toBe(first)
})
