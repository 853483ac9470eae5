import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { LateDialogButton } from '../../../src/ui/forms/late-dialog-button'
import { LatePart } from '../../../src/ui/layout/late-part'
import { show } from '../../support/render'

function Question() {
  return <p>What is it called?</p>
}

/** A button whose dialog's code does not arrive the first time. */
function showButton(fades = false) {
  const load = vi.fn(async () => Question).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  show(
    <LateDialogButton
      part={new LatePart(load)}
      dialog={(Dialog, _close, isOpen) => (isOpen ? <Dialog /> : <p>closed</p>)}
      missing="The form is not here yet."
      fades={fades}
    >
      New Token
    </LateDialogButton>,
  )
}
const button = () => screen.getByRole('button', { name: 'New Token' })
const press = (control: HTMLElement) => act(async () => void fireEvent.click(control))
const question = () => screen.queryByText('What is it called?')

it('says that the code did not arrive, and opens nothing by itself once it does (UI-03)', async () => {
  showButton()
  await press(button())
  expect(screen.getByText('The form is not here yet.')).toBeDefined()
  await act(async () => void fireEvent.pointerEnter(button()))
  expect([question(), screen.queryByText('The form is not here yet.')]).toEqual([null, null])
  await press(button())
  expect(question()).not.toBeNull()
})

it('opens the dialog at Try Again', async () => {
  showButton()
  await press(button())
  await press(screen.getByRole('button', { name: 'Try Again' }))
  expect([question() !== null, screen.queryByText('The form is not here yet.')]).toEqual([true, null])
})

it('draws a dialog that fades out also while it is closed', async () => {
  showButton(true)
  await press(button())
  await act(async () => void fireEvent.pointerEnter(button()))
  expect([question(), screen.queryByText('closed') !== null]).toEqual([null, true])
})
