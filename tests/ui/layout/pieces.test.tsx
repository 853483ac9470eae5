import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { UsageBar } from '../../../src/ui/billing/usage-bar'
import { MotionMeter } from '../../../src/ui/cameras/motion-meter'
import { EventTypeBadge } from '../../../src/ui/events/event-type-badge'
import { Modal } from '../../../src/ui/layout/modal'
import { Pages } from '../../../src/ui/layout/pages'
import { MessageDialog } from '../../../src/ui/notices/message-dialog'
import { Picture } from '../../../src/ui/pictures/picture'
import { show } from '../../support/render'

afterEach(() => vi.useRealTimers())

describe('event type badge', () => {
  it('looks different for PERSON, ALERT and MOTION, and names what it does not know (DASH-12, X-67)', () => {
    show(
      <>
        <EventTypeBadge type="PERSON" />
        <EventTypeBadge type="ALERT" />
        <EventTypeBadge type="MOTION" />
        <EventTypeBadge type={null} />
      </>,
    )
    const looks = ['PERSON', 'ALERT', 'MOTION', 'Unknown'].map((text) => screen.getByText(text).className)
    expect(new Set(looks).size).toBe(4)
  })
})

describe('motion meter', () => {
  it('says motion above the threshold, and not at it (REC-08)', () => {
    show(
      <>
        <MotionMeter difference={0.0204} threshold={0.0204} />
        <MotionMeter difference={0.0205} threshold={0.0204} />
      </>,
    )
    const texts = screen.getAllByRole('meter').map((meter) => meter.getAttribute('aria-valuetext'))
    expect(texts).toEqual(['no motion', 'motion'])
  })
})

describe('usage bar', () => {
  it('keeps its bar within 0 and 100 percent', () => {
    show(
      <>
        <UsageBar label="Over" text="12 / 10" percentage={120} />
        <UsageBar label="Half" text="5 / 10" percentage={50} />
      </>,
    )
    expect(screen.getByText('12 / 10')).toBeDefined()
    const values = screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-valuenow'))
    expect(values).toEqual(['100', '50'])
  })
})

describe('picture', () => {
  it('shows its placeholder where there is no picture, and where it cannot be loaded', () => {
    const { unmount } = show(<Picture url={null} alt="of the door" />)
    expect(screen.getByLabelText('No picture')).toBeDefined()
    unmount()
    show(<Picture url="/gone.jpg" alt="of the door" />)
    fireEvent.error(screen.getByAltText('of the door'))
    expect(screen.getByLabelText('No picture')).toBeDefined()
  })

  it('is tried again by the same link, ever later and not for ever; by another link at once (UI-03)', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { rerender } = show(<Picture url="/slow.jpg" alt="of the door" />)
    const image = () => screen.getByAltText('of the door')
    const fail = () => {
      fireEvent.error(image())
      return image()
    }
    const isTriedAfter = (ms: number, failed: HTMLElement) => {
      act(() => vi.advanceTimersByTime(ms))
      const isTried = screen.queryByLabelText('No picture') === null
      expect(image() !== failed).toBe(isTried)
      return isTried
    }
    let failed = fail()
    for (const restMs of [3_000, 10_000, 30_000, 90_000]) {
      expect([isTriedAfter(restMs - 1, failed), isTriedAfter(1, failed)]).toEqual([false, true])
      failed = fail()
    }
    expect(isTriedAfter(3_600_000, failed)).toBe(false)
    rerender(<Picture url="/slow.jpg?expires=2" alt="of the door" />)
    expect(image().getAttribute('src')).toBe('/slow.jpg?expires=2')
  })

  it('that did not come stays in the document, out of sight and unread, beneath its placeholder (UI-03)', () => {
    show(<Picture url="https://elsewhere.example/door.jpg" alt="of the door" />)
    expect(screen.getByRole('img', { name: 'of the door' })).toBeDefined()
    fireEvent.error(screen.getByAltText('of the door'))
    expect(screen.queryByRole('img', { name: 'of the door' })).toBeNull()
    const image = screen.getByAltText('of the door')
    expect(image.getAttribute('src')).toBe('https://elsewhere.example/door.jpg')
    const placeholder = screen.getByLabelText('No picture')
    expect(image.compareDocumentPosition(placeholder) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })
})

describe('pages', () => {
  it('disables Previous on the first page and Next on the last (EVT-15)', () => {
    const states = (page: number) => {
      const { unmount } = show(<Pages page={page} count={3} onChange={() => undefined} />)
      const isDisabled = (name: string) => screen.getByText(name).hasAttribute('disabled')
      const found = [isDisabled('Previous'), isDisabled('Next')]
      unmount()
      return found
    }
    expect(states(1)).toEqual([true, false])
    expect(states(2)).toEqual([false, false])
    expect(states(3)).toEqual([false, true])
  })

  it('goes to a numbered page', async () => {
    const chosen: number[] = []
    show(<Pages page={1} count={3} onChange={(page) => chosen.push(page)} />)
    fireEvent.click(screen.getByText('2'))
    await waitFor(() => expect(chosen).toEqual([2]))
    fireEvent.click(screen.getByText('Next'))
    await waitFor(() => expect(chosen).toEqual([2, 2]))
  })

  it('hands the focus to the page where its button ends, at both ends (UI-04)', async () => {
    function Book() {
      const [page, setPage] = useState(2)
      return <Pages page={page} count={3} onChange={setPage} />
    }
    show(<Book />)
    const press = async (name: string) => {
      const button = screen.getByText(name)
      button.focus()
      await act(async () => fireEvent.click(button))
      return document.activeElement?.textContent
    }
    expect([await press('Next'), await press('Previous'), await press('Previous')]).toEqual(['3', 'Previous', '1'])
  })
})

/** Comes by a press, as the app's do. */
function Message({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState<string | null>(null)
  const close = () => {
    setText(null)
    onClose()
  }
  return (
    <>
      <button type="button" onClick={() => setText('Please fill in all fields.')}>
        Save
      </button>
      <MessageDialog text={text} onClose={close} />
    </>
  )
}

describe('message dialog', () => {
  it('is an alertdialog with the sentence, closed by OK, and absent without one (X-08)', async () => {
    let closed = 0
    const { unmount } = show(<MessageDialog text={null} onClose={() => closed++} />)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    unmount()
    show(<MessageDialog text="Please fill in all fields." onClose={() => closed++} />)
    const dialog = await screen.findByRole('alertdialog')
    await waitFor(() => expect(dialog.textContent).toContain('Please fill in all fields.'))
    fireEvent.click(screen.getByText('OK'))
    expect(closed).toBe(1)
  })

  it('over another dialog is read out, and closed by a press that leaves the other open (UI-04)', async () => {
    const closed: string[] = []
    show(
      <>
        <Modal title="Settings" isOpen onClose={() => closed.push('settings')}>
          <input aria-label="Name" />
        </Modal>
        <Message onClose={() => closed.push('message')} />
      </>,
    )
    await waitFor(() => expect(document.body.style.pointerEvents).toBe('none'))
    fireEvent.click(screen.getByText('Save'))
    expect(await screen.findByRole('alertdialog')).toBeTruthy()
    await userEvent.click(screen.getByText('OK'))
    await userEvent.click(screen.getByLabelText('Name'))
    expect(closed).toEqual(['message'])
  })
})
