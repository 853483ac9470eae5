import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { BusyButton } from '../../../src/ui/forms/busy-button'
import { show } from '../../support/render'

function Invite({ onPress }: { readonly onPress: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const press = () => {
    onPress()
    setIsBusy(true)
  }
  return (
    <BusyButton isBusy={isBusy} onClick={press}>
      Send Invitation
    </BusyButton>
  )
}

it('keeps its name while it is at work, is then out of use, and says so', () => {
  let presses = 0
  show(
    <Invite
      onPress={() => {
        presses++
      }}
    />,
  )
  const button = screen.getByRole('button', { name: 'Send Invitation', busy: false })
  fireEvent.click(button)
  expect(screen.getByRole('button', { name: 'Send Invitation', busy: true })).toBe(button)
  expect(button).toHaveProperty('disabled', true)
  fireEvent.click(button)
  expect(presses).toBe(1)
})

it('stays out of use where it is not at work but may not be pressed', () => {
  show(
    <BusyButton isBusy={false} disabled>
      Delete
    </BusyButton>,
  )
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveProperty('disabled', true)
})
