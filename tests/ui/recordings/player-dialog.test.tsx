import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ConfirmButton } from '../../../src/ui/forms/confirm-button'
import { PlayerDialog } from '../../../src/ui/recordings/player-dialog'
import { show } from '../../support/render'

const heard: string[] = []
const hear = (word: string) => () => void heard.push(word)
beforeEach(async () => {
  // The dialog of the test before goes a moment after its piece, and takes along what lies above it.
  await new Promise((resolve) => setTimeout(resolve, 50))
  heard.length = 0
})

interface Situation {
  readonly isFirst?: boolean
  readonly isLast?: boolean
  readonly isFull?: boolean
  readonly isAlone?: boolean
  readonly description?: string
  readonly asks?: boolean
}

let close: () => void

function Player({ isFirst, isLast, isFull = false, isAlone, description, asks }: Situation) {
  const [isOpen, setOpen] = useState(true)
  close = () => act(() => setOpen(false))
  return (
    <PlayerDialog
      isOpen={isOpen}
      title="Person at Door"
      line="Today"
      place="2 of 3"
      actions={<a href="/somewhere">Download</a>}
      onPrevious={isFirst ? null : hear('previous')}
      onNext={isLast ? null : hear('next')}
      onSpace={hear('space')}
      onBoxes={isAlone ? null : hear('boxes')}
      fullScreen={{ isOn: isFull, toggle: hear('full screen') }}
      onClose={hear('close')}
      description={description}
    >
      <button type="button">Play</button>
      {asks && (
        <ConfirmButton
          question="Sound the siren?"
          consequence="It is loud."
          verb="Sound"
          onConfirm={async () => undefined}
        >
          Siren
        </ConfirmButton>
      )}
    </PlayerDialog>
  )
}

async function open(situation: Situation = {}) {
  show(<Player {...situation} />)
  const dialog = await screen.findByRole('dialog', { name: 'Person at Door' })
  await waitFor(() => expect(document.activeElement).toBe(dialog))
  return dialog
}
/** Whether the key was left to the browser. */
const isLeft = (element: Element, key: string, also = {}) => fireEvent.keyDown(element, { key, ...also })
const button = (name: string) => screen.getByRole('button', { name })

describe('the player’s dialog', () => {
  it('is named by the recording, and has the focus itself: the keys mean the recording first', async () => {
    const dialog = await open()
    for (const key of ['ArrowLeft', 'ArrowRight', ' ', 'b', 'f']) expect(isLeft(dialog, key)).toBe(false)
    expect(heard).toEqual(['previous', 'next', 'space', 'boxes', 'full screen'])
  })

  it('has the picture before what is said of it (FACE-14)', async () => {
    await open({ description: 'A man in a red jacket' })
    const [words, picture] = [screen.getByText('A man in a red jacket'), button('Play')]
    expect(picture.compareDocumentPosition(words) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('says after each step where in the list it is and, to a screen reader, what shows (UI-04)', async () => {
    await open()
    expect(screen.getByRole('status').textContent).toBe('2 of 3, Person at Door')
    expect(screen.getByText('2 of 3')).toBeDefined()
    fireEvent.click(button('Previous recording'))
    fireEvent.click(button('Next recording'))
    expect(heard).toEqual(['previous', 'next'])
  })

  it.each([
    ['beginning', { isFirst: true }, 'Previous recording', 'Next recording', 'ArrowLeft'],
    ['end', { isLast: true }, 'Next recording', 'Previous recording', 'ArrowRight'],
  ])('keeps the focus on the button that has come to the list’s %s', async (_where, situation, ended, other, key) => {
    const dialog = await open(situation)
    const step = button(ended)
    expect([step.getAttribute('aria-disabled'), button(other).getAttribute('aria-disabled')]).toEqual(['true', 'false'])
    step.focus()
    expect(document.activeElement).toBe(step)
    fireEvent.click(step)
    // The key is the dialog's still: behind it nothing scrolls.
    expect([isLeft(dialog, key), heard]).toEqual([false, []])
  })

  it('leaves the space bar to buttons and links, but not the arrows', async () => {
    await open()
    const [play, link] = [button('Play'), screen.getByRole('link', { name: 'Download' })]
    expect([isLeft(play, ' '), isLeft(link, ' '), heard]).toEqual([true, true, []])
    isLeft(play, 'ArrowRight')
    isLeft(link, 'F')
    expect(heard).toEqual(['next', 'full screen'])
  })

  it.each(['ctrlKey', 'metaKey', 'altKey'])('takes no key beside %s', async (modifier) => {
    const dialog = await open()
    for (const key of ['ArrowLeft', 'ArrowRight', ' ', 'b', 'f']) {
      expect(isLeft(dialog, key, { [modifier]: true })).toBe(true)
    }
    expect(heard).toEqual([])
  })

  it('leaves other keys alone, and knows B also where there is nobody to frame', async () => {
    const dialog = await open({ isAlone: true })
    expect([isLeft(dialog, 'a'), isLeft(dialog, 'End'), isLeft(dialog, 'b'), heard]).toEqual([true, true, false, []])
  })

  it('leaves the keys of a question that is asked over it alone (UI-04)', async () => {
    await open({ asks: true })
    fireEvent.click(button('Siren'))
    const keys = ['ArrowLeft', 'ArrowRight', ' ', 'f', 'b']
    // After a press on its text the keys go to the page's body.
    const left = [screen.getByText('Cancel'), document.body].map((at) => keys.map((key) => isLeft(at, key)))
    expect([left.flat(), heard]).toEqual([[...keys, ...keys].map(() => true), []])
  })

  it('hears keys that went to the page because a step took their control away, while it is open', async () => {
    await open()
    act(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
    isLeft(document.body, 'ArrowRight')
    expect(heard).toEqual(['next'])
    close()
    isLeft(document.body, 'ArrowRight')
    expect(heard).toEqual(['next'])
  })

  it('hears a key once that went to something in it', async () => {
    const dialog = await open()
    isLeft(dialog, 'ArrowRight')
    expect(heard).toEqual(['next'])
  })

  it.each([
    ['Escape', false, ['close']],
    ['Escape, but in the full screen, which that key leaves,', true, []],
  ])('closes with %s', async (_key, isFull, expected) => {
    const dialog = await open({ isFull })
    isLeft(dialog, 'Escape')
    // It tells a moment later.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(heard).toEqual(expected)
  })

  it('holds the focus: Tab goes through its controls, and round again', async () => {
    const outside = document.body.appendChild(document.createElement('button'))
    await open()
    const user = userEvent.setup()
    const visited: (string | null | undefined)[] = []
    for (let press = 0; press < 6; press++) {
      await user.tab()
      visited.push(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
    }
    outside.remove()
    expect(visited).toEqual(['Play', 'Previous recording', 'Next recording', 'Download', 'Close', 'Play'])
  })

  it('scrolls to what Tab goes to, from the last control to the first too (UI-04)', async () => {
    await open()
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
    button('Close').focus()
    await userEvent.setup().tab()
    expect(shown.mock.contexts.at(-1)).toBe(button('Play'))
    expect(shown.mock.lastCall).toEqual([{ block: 'nearest' }])
    shown.mockRestore()
  })

  it('closes by a button of that name', async () => {
    await open()
    fireEvent.click(button('Close'))
    await waitFor(() => expect(heard).toEqual(['close']))
  })
})
