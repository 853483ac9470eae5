import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { usePending } from '../../../src/ui/forms/use-pending'
import { type Deferred, deferred } from '../../support/deferred'
import { show } from '../../support/render'

it.each([
  ['is done', (work: Deferred<void>) => work.resolve(), []],
  ['fails', (work: Deferred<void>) => work.reject(new Error('no disk')), ['Error: no disk']],
])(
  'works once however often it is pressed, and takes the next press after it %s (UI-04)',
  async (_way, end, problems) => {
    const works: Deferred<void>[] = []
    const failed: string[] = []
    function Save() {
      const [isPending, run] = usePending()
      const work = () => {
        const begun = deferred<void>()
        works.push(begun)
        return begun.promise
      }
      return (
        <button type="button" onClick={() => void run(work).catch((error: unknown) => failed.push(String(error)))}>
          {isPending ? 'at work' : 'idle'}
        </button>
      )
    }
    show(<Save />)
    const button = screen.getByRole('button')
    const pressTwice = () =>
      act(() => {
        // Before it is drawn out of use.
        button.click()
        button.click()
      })
    pressTwice()
    expect([works.length, button.textContent]).toEqual([1, 'at work'])
    pressTwice()
    expect(works.length).toBe(1)
    await act(async () => works.forEach(end))
    expect([failed, button.textContent]).toEqual([problems, 'idle'])
    pressTwice()
    expect([works.length, button.textContent]).toEqual([2, 'at work'])
  },
)
