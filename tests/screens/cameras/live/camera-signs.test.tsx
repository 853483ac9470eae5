import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { createStore } from 'jotai/vanilla'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CameraSigns } from '../../../../src/screens/cameras/live/camera-signs'
import { WatchersBadge } from '../../../../src/screens/cameras/live/watchers-badge'
import { type CameraSign, setSignStopperAtom, setSignsAtom } from '../../../../src/state/live/camera-signs'
import { notePresenceAtom } from '../../../../src/state/live/presence'
import { Modal } from '../../../../src/ui/layout/modal'
import { titleOfScreen } from '../../../../src/ui/layout/use-title-mark'
import { show } from '../../../support/render'

const sign = (kind: CameraSign['kind'], viewingId = 'viewing-1'): CameraSign => ({
  kind,
  viewingId,
  cameraId: 'camera-1',
  cameraName: 'Garage',
  who: 'ann@example.org',
  sinceMs: new Date(2026, 2, 10, 10, 41).getTime(),
})

let store: ReturnType<typeof createStore>
beforeEach(() => {
  store = createStore()
})

const showIn = (piece: React.ReactElement) => show(<Provider store={store}>{piece}</Provider>)
const put = (...signs: CameraSign[]) => act(() => store.set(setSignsAtom, signs))

describe('over every screen of the camera’s tab (LIVE-63)', () => {
  it('stands who listens, talks or sounds the siren, where, and since when', () => {
    showIn(<CameraSigns />)
    put(sign('listening'), sign('talking'), sign('siren', 'viewing-2'))
    const rows = screen.getAllByTestId('camera-sign').map(({ textContent }) => textContent)
    expect(rows[0]).toMatch(/^ann@example\.org listens at Garage since .*10:41/)
    expect(rows[1]).toMatch(/^ann@example\.org talks at Garage since /)
    expect(rows[2]).toMatch(/^ann@example\.org sounds the siren at Garage since /)
  })

  it('is told to screen readers at once, and gone when it is over', () => {
    showIn(<CameraSigns />)
    expect(screen.getByRole('alert').textContent).toBe('')
    put(sign('listening'))
    expect(screen.getByRole('alert').textContent).toMatch(/listens/)
    put()
    expect(screen.queryByTestId('camera-sign')).toBeNull()
  })

  it('is told to screen readers also while a dialog is open (LIVE-63)', async () => {
    const Page = ({ isOpen }: { readonly isOpen: boolean }) => (
      <Provider store={store}>
        <CameraSigns />
        <Modal title="Settings" isOpen={isOpen} onClose={() => undefined}>
          Garage
        </Modal>
      </Provider>
    )
    const { rerender } = show(<Page isOpen={false} />)
    rerender(<Page isOpen />)
    await waitFor(() => expect(document.body.style.pointerEvents).toBe('none'))
    put(sign('siren'))
    expect(screen.getByRole('alert').textContent).toMatch(/sounds the siren/)
  })

  it('has a button that ends it', () => {
    const stopped: CameraSign[] = []
    store.set(setSignStopperAtom, (ended) => stopped.push(ended))
    showIn(<CameraSigns />)
    put(sign('talking'), sign('siren'))
    fireEvent.click(screen.getByRole('button', { name: 'Stop the siren' }))
    expect(stopped).toEqual([sign('siren')])
  })
})

describe('in the title of the camera’s tab (LIVE-103)', () => {
  it('stands who listens, talks or sounds the siren, for as long as it lasts, and on whichever screen', async () => {
    const titled = (title: string) =>
      showIn(
        <>
          <title>{title}</title>
          <CameraSigns />
        </>,
      )
    const first = titled('Cameras · Nightjar')
    expect(document.title).toBe('Cameras · Nightjar')
    put(sign('listening'))
    expect(document.title).toBe('● ann listens · Cameras · Nightjar')
    put(sign('listening'), sign('siren', 'viewing-2'))
    expect(document.title).toBe('● ann listens +1 · Cameras · Nightjar')
    put(sign('siren', 'viewing-2'))
    expect([document.title, titleOfScreen()]).toEqual([
      '● ann sounds the siren · Cameras · Nightjar',
      'Cameras · Nightjar',
    ])
    put()
    expect(document.title).toBe('Cameras · Nightjar')
    put(sign('talking'))
    document.title = 'Events · Nightjar'
    await vi.waitFor(() => expect(document.title).toBe('● ann talks · Events · Nightjar'))
    first.unmount()
  })
})

describe('on a camera’s card (LIVE-66)', () => {
  it('stands how many look, and who', () => {
    showIn(<WatchersBadge cameraId="camera-1" />)
    expect(screen.queryByRole('button')).toBeNull()
    const viewer = { viewingId: 'viewing-1', who: 'ann@example.org', isListening: false, isTalking: false }
    act(() => store.set(notePresenceAtom, [{ cameraId: 'camera-1', viewers: [viewer], sirenBy: null }]))
    expect(screen.getByRole('button', { name: '1 watching: ann' })).toBeTruthy()
  })
})
