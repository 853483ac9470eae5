import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepFocus } from '../../../src/ui/layout/focus-keeper'

let main: HTMLElement
let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `
    <main>
      <ul>
        <li><button id="one">Remove one</button></li>
        <li><button id="two">Remove two</button></li>
        <li><button id="three">Remove three</button></li>
      </ul>
      <section><p>Not here yet.</p><button id="again">Try Again</button></section>
    </main>`
  main = document.querySelector('main') ?? document.body
  end = keepFocus(main)
})
afterEach(() => {
  end()
  vi.useRealTimers()
  document.body.innerHTML = ''
})

const find = (id: string): HTMLButtonElement => {
  const found = document.getElementById(id)
  if (!(found instanceof HTMLButtonElement)) throw new Error(`there is no button ${id}`)
  return found
}
/** The observer hears of a change in a microtask, and then waits a moment. */
async function settle() {
  await vi.advanceTimersByTimeAsync(200)
}

describe('the focus is never lost (UI-04)', () => {
  it.each([
    ['two', 'three'],
    ['three', 'two'],
  ])('a removed card %s leaves it to the one in its place', async (removed, heir) => {
    find(removed).focus()
    find(removed).closest('li')?.remove()
    await settle()
    expect(document.activeElement).toBe(find(heir))
  })

  it('a Try Again that has done its work leaves it to the part around it', async () => {
    find('again').focus()
    const section = find('again').parentElement
    section?.replaceChildren(document.createElement('p'))
    await settle()
    expect(document.activeElement).toBe(section)
  })

  it('a dialog that closes after it removed the card it was opened from leaves it to the next card', async () => {
    find('two').focus()
    const confirm = document.createElement('button')
    document.body.append(confirm)
    confirm.focus()
    find('two').closest('li')?.remove()
    await settle()
    expect(document.activeElement).toBe(confirm)
    confirm.remove()
    await settle()
    expect(document.activeElement).toBe(find('three'))
  })

  it('a control that goes away within an open dialog leaves it to the dialog, which would else close', async () => {
    find('two').focus()
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'dialog')
    dialog.dataset['state'] = 'open'
    dialog.tabIndex = -1
    dialog.innerHTML = '<button id="clear">Clear zones</button>'
    document.body.append(dialog)
    find('clear').focus()
    find('clear').remove()
    await settle()
    expect(document.activeElement).toBe(dialog)
    dialog.dataset['state'] = 'closed'
    dialog.remove()
    await settle()
    expect(document.activeElement).toBe(find('two'))
  })

  it('a control that was disabled for a while gets it back', async () => {
    const two = find('two')
    two.focus()
    two.blur()
    two.disabled = true
    await settle()
    two.disabled = false
    await settle()
    expect(document.activeElement).toBe(two)
  })

  it('another screen begins at its beginning', async () => {
    find('again').focus()
    main.replaceChildren(document.createElement('h1'))
    await settle()
    expect(document.activeElement).toBe(main)
  })

  it('a press beside all controls gives it up, and one that went elsewhere stays there', async () => {
    const two = find('two')
    two.focus()
    main.querySelector('p')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    two.blur()
    two.closest('li')?.remove()
    await settle()
    expect(document.activeElement).toBe(document.body)
    find('one').focus()
    find('again').focus()
    find('one').closest('li')?.remove()
    await settle()
    expect(document.activeElement).toBe(find('again'))
  })
})
