import { afterEach, describe, expect, it } from 'vitest'
import { listenForStealthKeys } from '../../../src/screens/cameras/stealth/stealth-keys'

let end: () => void = () => undefined
afterEach(() => end())

/** Stealth mode that is available or not, and what the app behind it hears. */
function listen(isAvailable = true) {
  const state = { isOn: false, heard: [] as string[] }
  end = listenForStealthKeys(document, {
    isOn: () => state.isOn,
    toggle() {
      if (!state.isOn && !isAvailable) return false
      state.isOn = !state.isOn
      return true
    },
    leave() {
      state.isOn = false
    },
  })
  const hear = (event: Event) => event instanceof KeyboardEvent && state.heard.push(event.key)
  document.body.addEventListener('keydown', hear)
  const stop = end
  end = () => {
    stop()
    document.body.removeEventListener('keydown', hear)
  }
  const press = (key: string, more: KeyboardEventInit = {}) =>
    !document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  return { state, press }
}

describe('the keys of stealth mode', () => {
  it.each([{ ctrlKey: true }, { metaKey: true }])(
    '%j and H toggles it and is kept from the browser (STEALTH-02, X-40)',
    (held) => {
      const { state, press } = listen()
      expect([press('h', held), state.isOn]).toEqual([true, true])
      expect([press('H', held), state.isOn]).toEqual([true, false])
    },
  )

  it('Ctrl+H stays the browser’s where there is nothing to toggle (STEALTH-04)', () => {
    const { state, press } = listen(false)
    expect([press('h', { ctrlKey: true }), state.isOn]).toEqual([false, false])
  })

  it.each([{}, { ctrlKey: true, shiftKey: true }, { ctrlKey: true, altKey: true }])(
    'H with %j is another key',
    (held) => {
      const { state, press } = listen()
      expect([press('h', held), state.isOn]).toEqual([false, false])
    },
  )

  it('H is known by its place where the layout has no Latin letters, else by what it types (STEALTH-02)', () => {
    const { state, press } = listen()
    const ctrl = (key: string, code: string) => [press(key, { code, ctrlKey: true }), state.isOn]
    expect(ctrl('р', 'KeyH')).toEqual([true, true])
    expect(ctrl('η', 'KeyH')).toEqual([true, false])
    // Dvorak: D lies where others have H, and H where they have J.
    expect(ctrl('d', 'KeyH')).toEqual([false, false])
    expect(ctrl('h', 'KeyJ')).toEqual([true, true])
  })

  it('a key held down does not make it flicker', () => {
    const { state, press } = listen()
    press('h', { ctrlKey: true })
    expect([press('h', { ctrlKey: true, repeat: true }), state.isOn]).toEqual([true, true])
  })

  it('Escape leaves it, and nobody behind hears of it or of any other key (STEALTH-05)', () => {
    const { state, press } = listen()
    press('Escape')
    press('h', { ctrlKey: true })
    for (const key of ['b', 'Tab', 'Escape']) press(key)
    expect([state.isOn, state.heard]).toEqual([false, ['Escape', 'h']])
    press('b')
    expect(state.heard.at(-1)).toBe('b')
  })
})
