import { act, screen, waitFor } from '@testing-library/react'
import { hasReducedMotionListener } from 'framer-motion'
import { useState } from 'react'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Appear, MotionRoot } from '../../../src/ui/theme/appear'
import * as moving from '../../../src/ui/theme/moving'
import { show } from '../../support/render'

// The library asks the system once; here it forgets that it has.
beforeAll(() => {
  const matchMedia = window.matchMedia.bind(window)
  vi.stubGlobal('matchMedia', (query: string) => {
    const list = matchMedia(query)
    if (query.includes('prefers-reduced-motion')) Object.defineProperty(list, 'matches', { value: true })
    return list
  })
  hasReducedMotionListener.current = false
})
afterAll(() => {
  vi.unstubAllGlobals()
  hasReducedMotionListener.current = false
})

function Late() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <MotionRoot load={async () => moving}>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && <Appear>late</Appear>}
    </MotionRoot>
  )
}

it('for whoever asked for less motion, what comes fades in and does not move (UI-02)', async () => {
  show(<Late />)
  await act(async () => undefined)
  await act(async () => screen.getByText('Open').click())
  await act(async () => new Promise((resolve) => setTimeout(resolve, 60)))
  const { style } = screen.getByText('late')
  expect(style.transform).toBe('none')
  expect(Number(style.opacity)).toBeLessThan(1)
  await waitFor(() => expect(style.opacity).toBe('1'))
})
