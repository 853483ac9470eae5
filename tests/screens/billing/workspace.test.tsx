import { act, fireEvent, screen, within } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ExtensionName } from '../../../src/contract/extensions'
import BillingScreen from '../../../src/screens/billing'
import { extensionsAtom } from '../../../src/state/http/extensions'
import { inviteAtom } from '../../../src/state/members/members'
import { sessionAtom } from '../../../src/state/sign-in/session'
import { startApp, type TestApp } from '../../support/app'
import { show } from '../../support/render'
import { answers, answers500, only, slow, withoutExtensions } from '../../support/scenarios'
import { pressOn, showScreen } from '../../support/show-screen'

const ann = 'ann@example.org'
const bob = 'bob@example.org'

let app: TestApp
afterEach(() => app.close())

async function start(): Promise<void> {
  app = await startApp({ tier: 'TEAM' })
  await app.signIn(ann)
}
const open = () => showScreen(app, <BillingScreen />)
const ownPath = () => `/workspaces/${app.services.session.read()?.workspaceId}`
const part = (name: string) => screen.queryByRole('region', { name })
const sections = () => ['Take it with you', 'Delete the workspace'].map((name) => part(name) !== null)
const click = (element: HTMLElement) => pressOn(app, element)

describe('everything in one file (extension workspace-export)', () => {
  const download = () => within(part('Take it with you') ?? document.body).getByRole<HTMLButtonElement>('button')

  it('is fetched from the link that the hub gives, asked for once', async () => {
    await start()
    await open()
    expect(download().textContent).toBe('Download Everything')
    const line = slow()
    app.backend.play(only(`POST ${ownPath()}/export`, line.scenario))
    fireEvent.click(download())
    await act(() => line.arrived())
    expect([download().disabled, app.downloads]).toEqual([true, []])
    line.letGo()
    await act(() => app.settle())
    expect([download().disabled, app.downloads.length, app.toasts]).toEqual([false, 1, []])
    expect((await app.backend.fetch(app.downloads[0] ?? '')).headers.get('content-type')).toBe('application/zip')
  })

  it('is told as missing where the hub fails, and can be asked for again', async () => {
    await start()
    await open()
    app.backend.play(only(`POST ${ownPath()}/export`, answers500))
    await click(download())
    expect(app.downloads).toEqual([])
    expect(app.toasts).toEqual([{ kind: 'error', text: expect.stringContaining('Something') }])
    expect(download().disabled).toBe(false)
  })
})

describe('the end of a workspace (extension workspace-removal)', () => {
  const openQuestion = async () => {
    await start()
    await open()
    await click(screen.getByRole('button', { name: 'Delete Workspace' }))
  }
  const question = () => within(screen.getByRole('alertdialog', { name: 'Delete this workspace?' }))
  const field = () => question().getByRole<HTMLInputElement>('textbox', { name: `Type ${ann} to confirm` })
  const confirm = () => question().getByRole<HTMLButtonElement>('button', { name: 'Delete Workspace' })
  const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
  const asked = () => app.backend.sent.filter(({ method }) => method === 'DELETE').map(({ json }) => json)

  it('begins with a question that says what goes, and with the field to type in', async () => {
    await openQuestion()
    const dialog = screen.getByRole('alertdialog')
    const loss = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
    expect(loss?.textContent).toMatch(/cameras, recordings, events, chats and settings.*everybody in it is signed out/)
    expect(document.activeElement).toBe(field())
  })

  it.each([
    ['nothing', ''],
    ['another’s address', bob],
    ['a part of the address', 'ann@example'],
  ])('cannot be had for %s, not even with Enter', async (_what, typed) => {
    await openQuestion()
    type(typed)
    expect(confirm().disabled).toBe(true)
    fireEvent.submit(field())
    await act(() => app.settle())
    expect([asked(), app.store.get(sessionAtom).phase]).toEqual([[], 'signed-in'])
  })

  it.each(['Cancel', 'Escape'])('does not come after %s', async (way) => {
    await openQuestion()
    type(ann)
    if (way === 'Escape') fireEvent.keyDown(field(), { key: 'Escape' })
    else fireEvent.click(question().getByRole('button', { name: 'Cancel' }))
    await act(() => app.settle())
    expect([screen.queryByRole('alertdialog'), asked()]).toEqual([null, []])
    // What was typed is not there the next time.
    await click(screen.getByRole('button', { name: 'Delete Workspace' }))
    expect([field().value, confirm().disabled]).toEqual(['', true])
  })

  it('comes for the address, however it is written, and signs out', async () => {
    await openQuestion()
    type(` ${ann.toUpperCase()} `)
    expect(confirm().disabled).toBe(false)
    await click(confirm())
    expect([asked().length, app.store.get(sessionAtom).phase]).toEqual([1, 'signed-out'])
    expect(app.navigations.at(-1)).toEqual({ path: '/login', replace: true })
  })

  it('has no way back once it is on its way', async () => {
    await openQuestion()
    type(ann)
    const line = slow()
    app.backend.play(only(`DELETE ${ownPath()}`, line.scenario))
    fireEvent.submit(field())
    await act(() => line.arrived())
    const cancel = question().getByRole('button', { name: 'Cancel' })
    expect(cancel.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(cancel)
    fireEvent.keyDown(field(), { key: 'Escape' })
    fireEvent.submit(field())
    expect([screen.queryAllByRole('alertdialog').length, asked().length]).toEqual([1, 1])
    line.letGo()
    await act(() => app.settle())
  })

  it('is refused in the dialog, in the hub’s own words, which go with the next key', async () => {
    await openQuestion()
    type(ann)
    const message = 'Cancel the subscription first.'
    app.backend.play(only(`DELETE ${ownPath()}`, answers(409, { code: 'conflict', message }, 'Conflict')))
    await click(confirm())
    expect([question().getByText(message), field().getAttribute('aria-invalid')]).toEqual([expect.anything(), 'true'])
    expect([field().value, confirm().disabled, app.store.get(sessionAtom).phase]).toEqual([ann, false, 'signed-in'])
    type('ann')
    expect([question().queryByText(message), field().getAttribute('aria-invalid')]).toEqual([null, null])
  })

  it('is the owner’s: a member reads whom to ask, and may take everything along', async () => {
    await start()
    await app.store.set(inviteAtom, bob)
    await app.signIn(bob)
    await open()
    expect(sections()).toEqual([true, true])
    const deletion = within(part('Delete the workspace') ?? document.body)
    expect(deletion.getByText(`The owner, ${ann}, can delete this workspace. Ask them.`)).toBeDefined()
    expect(deletion.queryByRole('button')).toBeNull()
    expect(screen.getByText(`Only the owner, ${ann}, changes the plan. Ask them.`)).toBeDefined()
  })

  it('is offered to nobody while it is not known who owns the workspace', async () => {
    await start()
    const line = slow()
    app.backend.play(only('GET /members', line.scenario))
    // Not `open`, which waits for every answer.
    show(
      <Provider store={app.store}>
        <BillingScreen />
      </Provider>,
    )
    await act(() => line.arrived())
    expect(screen.getByRole('heading', { level: 2, name: 'Workspace' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Delete Workspace' })).toBeNull()
    line.letGo()
    await act(() => app.settle())
    expect(screen.getByRole('button', { name: 'Delete Workspace' })).toBeDefined()
  })
})

describe('a provider (EXT-02)', () => {
  it('without the extensions has no such section', async () => {
    await start()
    app.backend.play(withoutExtensions)
    await open()
    expect(screen.queryByRole('heading', { level: 2, name: 'Workspace' })).toBeNull()
    expect(sections()).toEqual([false, false])
  })

  it.each([
    ['workspace-export', [true, false]],
    ['workspace-removal', [false, true]],
  ] as const)('with %s alone has that part alone', async (name, expected) => {
    await start()
    await open()
    act(() => app.store.set(extensionsAtom, new Set<ExtensionName>([name])))
    expect(sections()).toEqual(expected)
  })
})
