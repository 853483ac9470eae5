import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ConfirmButton } from '../../../src/ui/forms/confirm-button'
import { deferred } from '../../support/deferred'
import { show } from '../../support/render'

function showButton(onConfirm: () => Promise<unknown> = async () => undefined) {
  show(
    <ConfirmButton
      label="Remove Front Door"
      question="Remove this camera?"
      consequence="Its recordings stay."
      verb="Remove"
      onConfirm={onConfirm}
    >
      Remove
    </ConfirmButton>,
  )
  fireEvent.click(opener())
}
const opener = () => screen.getByRole('button', { name: 'Remove Front Door' })
const dialog = () => screen.queryByRole('alertdialog', { name: 'Remove this camera?' })
const inDialog = (name: string) => within(screen.getByRole('alertdialog')).getByRole('button', { name })
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })

describe('a button for what cannot be undone', () => {
  it('asks with the question as name and the consequence as description, the way back focused', () => {
    showButton()
    const description = document.getElementById(dialog()?.getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toBe('Its recordings stay.')
    expect(document.activeElement).toBe(inDialog('Cancel'))
  })

  it.each([
    ['Cancel', () => fireEvent.click(inDialog('Cancel'))],
    ['Escape', pressEscape],
    ['the browser’s own way', () => fireEvent(screen.getByRole('alertdialog'), new Event('cancel'))],
  ])('does nothing after %s, and may be asked again', (_way, goBack) => {
    let times = 0
    showButton(async () => times++)
    goBack()
    expect([dialog(), times]).toEqual([null, 0])
    fireEvent.click(opener())
    expect(dialog()).not.toBeNull()
  })

  it('gives no key of its own away to a dialog around it', () => {
    const heard: string[] = []
    const hear = ({ key }: KeyboardEvent) => void heard.push(key)
    document.addEventListener('keydown', hear)
    showButton()
    pressEscape()
    // Closed, it has no business with the key any more.
    pressEscape()
    document.removeEventListener('keydown', hear)
    expect(heard).toEqual(['Escape'])
  })

  it('stays until it is done, without a way out that looks like one, and does it once', async () => {
    let times = 0
    const work = deferred<void>()
    showButton(() => {
      times++
      return work.promise
    })
    const verb = inDialog('Remove')
    fireEvent.click(verb)
    fireEvent.click(verb)
    expect([times, inDialog('Cancel').getAttribute('aria-disabled')]).toEqual([1, 'true'])
    fireEvent.click(inDialog('Cancel'))
    pressEscape()
    expect(dialog()).not.toBeNull()
    await act(async () => work.resolve())
    expect(dialog()).toBeNull()
  })
})
