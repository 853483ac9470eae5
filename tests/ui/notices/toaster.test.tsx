import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showToast, Toaster } from '../../../src/ui/notices/toaster'
import { show } from '../../support/render'

it('a toast that says the same as one that shows takes its place (CONST-02)', async () => {
  show(<Toaster />)
  const toasts = () => screen.queryAllByRole('status').map(({ textContent }) => textContent)
  act(() => showToast({ kind: 'error', text: 'Failed to access selected camera' }))
  const first = await screen.findByText('Failed to access selected camera')
  act(() => showToast({ kind: 'error', text: 'Failed to access selected camera' }))
  act(() => showToast({ kind: 'success', text: 'Camera added successfully!' }))
  await screen.findByText('Camera added successfully!')
  expect(toasts()).toHaveLength(2)
  expect(screen.getByText('Failed to access selected camera')).not.toBe(first)
})
