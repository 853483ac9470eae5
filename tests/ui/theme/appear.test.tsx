import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Appear, Appearing, ComingAndGoing, type Motion, MotionRoot } from '../../../src/ui/theme/appear'
import * as moving from '../../../src/ui/theme/moving'
import { deferred } from '../../support/deferred'
import { show } from '../../support/render'

/** Longer than anything fades. */
const OVER_MS = 1_000

let setRows: (rows: readonly string[]) => void = () => undefined

function List() {
  const [rows, set] = useState<readonly string[]>(['first'])
  setRows = set
  return (
    <ul>
      <Appearing>
        <ComingAndGoing>
          {rows.map((row) => (
            <Appear as="li" key={row}>
              {row}
            </Appear>
          ))}
        </ComingAndGoing>
      </Appearing>
    </ul>
  )
}

const come = (...rows: string[]) => act(async () => setRows(rows))
const styleOf = (text: string) => screen.getByText(text).style
/** 1 where nothing is said of it. */
const opacityOf = (text: string) => Number(styleOf(text).opacity || 1)

function App(props: { readonly load: () => Promise<Motion> }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <MotionRoot load={props.load}>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && <List />}
    </MotionRoot>
  )
}

/** Opens the list once the code that moves things has come, if it comes. */
async function open(load = async (): Promise<Motion> => moving) {
  show(<App load={load} />)
  await act(async () => undefined)
  await act(async () => screen.getByText('Open').click())
}

describe('what comes while somebody looks on (UI-02)', () => {
  it('fades in within its place, and what was there from the start does not', async () => {
    await open()
    expect(opacityOf('first')).toBe(1)
    await come('first', 'second')
    expect(opacityOf('second')).toBeLessThan(0.9)
    expect(styleOf('second').transform).toMatch(/^translateY\(([1-7](\.\d+)?|8)px\)$/)
    expect(opacityOf('first')).toBe(1)
    await waitFor(() => expect(opacityOf('second')).toBe(1), { timeout: OVER_MS })
    await waitFor(() => expect(styleOf('second').transform).toBe('none'), { timeout: OVER_MS })
  })

  it('fades away where it is taken out', async () => {
    await open()
    await come('first', 'second')
    await waitFor(() => expect(opacityOf('second')).toBe(1), { timeout: OVER_MS })
    await come('first')
    expect(screen.queryByText('second')).not.toBeNull()
    await waitFor(() => expect(screen.queryByText('second')).toBeNull(), { timeout: OVER_MS })
  })
})

describe('nothing waits for the code that moves things (UI-02)', () => {
  it('without it, rows come and go at once', async () => {
    const { promise, resolve } = deferred<Motion>()
    await open(() => promise)
    await come('first', 'second')
    expect([opacityOf('first'), opacityOf('second')]).toEqual([1, 1])
    await come('second')
    expect(screen.queryByText('first')).toBeNull()
    await act(async () => resolve(moving))
    expect(opacityOf('second')).toBe(1)
  })
})
