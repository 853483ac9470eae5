import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { NewCameraTile } from '../../../src/screens/cameras/new-camera-tile'
import { show } from '../../support/render'

it('the Add New Camera tile opens the Setup Instructions, six steps in order (CAM-11, CAM-12)', async () => {
  show(<NewCameraTile onAdd={() => undefined} />)
  expect(screen.getByText('Add New Camera')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Setup Instructions' }))
  const dialog = await screen.findByRole('dialog', { name: 'Setup Instructions' })
  const steps = within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  const ideas = [
    /connect a camera/i,
    /allow the browser/i,
    /click add camera.*device.*name.*location/i,
    /position/i,
    /^save/i,
    /then enable motion detection/i,
  ]
  expect(steps.length).toBe(ideas.length)
  for (const [index, idea] of ideas.entries()) expect(steps[index]).toMatch(idea)
})

it('it opens the form that adds one (CAM-11)', async () => {
  const onAdd = vi.fn()
  show(<NewCameraTile onAdd={onAdd} />)
  await userEvent.click(screen.getByRole('button', { name: 'Choose a device' }))
  expect(onAdd).toHaveBeenCalledOnce()
})
