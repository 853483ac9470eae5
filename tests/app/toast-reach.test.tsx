import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NavigationSheet } from '../../src/app/shell/navigation-sheet'
import { Modal } from '../../src/ui/layout/modal'
import { Toaster, Toasts } from '../../src/ui/notices/toaster'
import { PictureDialog } from '../../src/ui/recordings/picture-dialog'
import { startApp, type TestApp } from '../support/app'
import { showScreen } from '../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

const nothing = () => undefined
const copy = <button type="button">Copy</button>
const fullScreen = { isOn: false, toggle: nothing }
const picture = { title: 'Person at Door', line: 'Today', footer: null, keys: {}, beside: '22rem', fullScreen }

it.each([
  [
    'a dialog',
    <Modal key="dialog" title="New token" isOpen onClose={nothing}>
      {copy}
    </Modal>,
  ],
  [
    'a picture',
    <PictureDialog key="picture" {...picture} isOpen onClose={nothing}>
      {copy}
    </PictureDialog>,
  ],
  ['the navigation', <NavigationSheet key="navigation" isOpen setIsOpen={nothing} />],
])(
  'Alt+T brings the focus to the toasts out of %s, too, and Tab on to their buttons (CONST-05)',
  async (_where, open) => {
    const shown = new Toasts()
    await showScreen(
      app,
      <>
        <Toaster toasts={shown} />
        {open}
      </>,
    )
    const dialog = screen.getByRole('dialog')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    act(() => shown.show({ kind: 'error', text: 'It was not copied.' }))
    const user = userEvent.setup()
    await user.keyboard('{Alt>}t{/Alt}')
    const toasts = screen.getByRole('region', { name: /^Notifications/ })
    await waitFor(() => expect(document.activeElement).toBe(toasts))
    await user.tab()
    await user.tab()
    expect([toasts.contains(document.activeElement), document.activeElement?.tagName]).toEqual([true, 'BUTTON'])
    expect(dialog.dataset['state']).toBe('open')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText('It was not copied.')).toBeNull())
  },
)
