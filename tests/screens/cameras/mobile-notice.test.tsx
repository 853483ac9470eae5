import { act, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MobileNotice } from '../../../src/screens/cameras/notices'
import { isEngineMobileAtom } from '../../../src/state/capture/capture'
import { NARROW } from '../../../src/ui/layout/mobile-device'
import { system } from '../../../src/ui/theme/theme'
import { show } from '../../support/render'

afterEach(() => vi.unstubAllGlobals())

/** In pixels: how fast a camera checks does not depend on how large its browser's letters are. */
const BELOW_768_PX = '(max-width: 767.98px)'

/** A browser of which the test says how wide it is, how it is pointed at, and what it calls itself. */
function onDevice(device: { isNarrow?: boolean; isTouchOnly?: boolean; name?: string }) {
  const listeners = new Set<() => void>()
  const current = { isNarrow: false, isTouchOnly: false, ...device }
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return query.includes('pointer') ? current.isTouchOnly : current.isNarrow && query === BELOW_768_PX
    },
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  }))
  vi.stubGlobal('navigator', { userAgent: device.name ?? 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' })
  return {
    resize(isNarrow: boolean) {
      current.isNarrow = isNarrow
      for (const listener of listeners) listener()
    },
  }
}

const notice = () => screen.queryByText(/motion detection.*mobile/i)

describe('the mobile notice (CAM-08, X-43, X-81)', () => {
  it.each([
    ['a phone by its name', { name: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36' }],
    ['a tablet by its pointer', { isTouchOnly: true }],
    ['a window below 768 px', { isNarrow: true }],
  ])('shows on %s', (_what, device) => {
    onDevice(device)
    show(<MobileNotice />)
    expect(notice()).not.toBeNull()
  })

  it('does not show on a desktop, until its window becomes narrow', () => {
    const device = onDevice({})
    show(<MobileNotice />)
    expect(notice()).toBeNull()
    act(() => device.resize(true))
    expect(notice()).not.toBeNull()
    act(() => device.resize(false))
    expect(notice()).toBeNull()
  })

  it.each([false, true])('tells what the engine does, once it runs: mobile %s (REC-02)', (isEngineMobile) => {
    const device = onDevice({ isNarrow: isEngineMobile })
    const store = createStore()
    store.set(isEngineMobileAtom, isEngineMobile)
    show(
      <Provider store={store}>
        <MobileNotice />
      </Provider>,
    )
    act(() => device.resize(!isEngineMobile))
    expect(notice() !== null).toBe(isEngineMobile)
  })
})

it('the layout is narrow where the design system says so (NAV-32, X-73)', () => {
  expect(`@media screen and ${NARROW}`).toBe(system.breakpoints.down('md'))
})
