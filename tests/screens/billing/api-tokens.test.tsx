import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { TokenScope } from '../../../src/contract/call'
import BillingScreen from '../../../src/screens/billing'
import { inviteAtom } from '../../../src/state/members/members'
import { apiTokensQueryAtom } from '../../../src/state/sign-in/api-tokens'
import { makeToken } from '../../server/support/api-tokens'
import { offering } from '../../state/support/offering'
import { startApp, type TestApp } from '../../support/app'
import { pressBesideDialog } from '../../support/press-beside-dialog'
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
/** Makes a token on the hub, as whoever is signed in here. */
async function tokenOf(name: string, scopes: readonly TokenScope[] = ['read']) {
  const { token, workspaceId } = app.services.session.read() ?? { token: '', workspaceId: '' }
  const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId ?? '' }
  return makeToken(app.backend.hub.fastify, { headers }, scopes, name)
}
const lines = () =>
  within(screen.getByRole('list', { name: 'API tokens' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const scope = (name: string) => screen.queryByRole<HTMLInputElement>('checkbox', { name })
const click = (element: HTMLElement | null) => pressOn(app, element)
async function openDialog(): Promise<void> {
  await act(() => import('../../../src/screens/billing/tokens/token-dialog'))
  await click(button('New Token'))
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'New API token' })).toBeDefined())
}
const type = (name: string) => fireEvent.change(field('Name'), { target: { value: name } })
const made = () => screen.getByRole('dialog', { name: 'Your new API token' })
async function makeOne(): Promise<void> {
  await start()
  await open()
  await openDialog()
  type('Backup')
  await click(button('Make Token'))
}

describe('the section (TOKEN-14)', () => {
  it('says what tokens are for, and that there is none yet', async () => {
    await start()
    await open()
    expect(screen.getByRole('heading', { level: 2, name: 'API tokens' })).toBeDefined()
    expect(screen.getByText(/^For scripts and other programs/)).toBeDefined()
    expect(screen.getByText('There is no token yet.')).toBeDefined()
    expect(screen.queryByRole('list', { name: 'API tokens' })).toBeNull()
  })

  it('lists what each may do, when and by whom it was made, and its last use', async () => {
    await start()
    app.backend.hub.clock.advance(Date.now() - app.backend.hub.clock.now())
    await app.signIn(ann)
    const { headers } = await tokenOf('Night backup', ['read', 'write'])
    await tokenOf('Frigate', ['live'])
    await app.backend.hub.fastify.inject({ url: '/v1/cameras', headers })
    await open()
    expect(lines().sort()).toEqual([
      expect.stringMatching(/^FrigateLive viewMade on \w+ \d+, \d{4} by you, never usedRevoke$/),
      expect.stringMatching(/^Night backupReadChangeMade on .* by you, last used (just now|1 minute ago)Revoke$/),
    ])
  })

  it('shows the owner who made the others, and a member none but their own', async () => {
    await start()
    await tokenOf('Hers')
    await app.store.set(inviteAtom, bob)
    await app.signIn(bob)
    await tokenOf('His')
    const { unmount } = await open()
    expect(lines()).toEqual([expect.stringContaining('by you')])
    unmount()
    await app.signIn(ann)
    await open()
    expect(lines()).toHaveLength(2)
    expect(lines().some((line) => line?.startsWith('His') && line.includes(`by ${bob},`))).toBe(true)
  })

  it('says in the place of the button that there are as many as there may be', async () => {
    await start()
    const one = { ...(await tokenOf('Backup')), headers: undefined, token: undefined }
    const many = Array.from({ length: 50 }, (_, n) => ({ ...one, id: `t${n}` }))
    app.backend.play(only('GET /tokens', answers(200, many)))
    app.backend.play(offering('api-tokens'))
    await open()
    expect(screen.getByText(/^A workspace has at most 50 tokens\. Revoke one/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'New Token' })).toBeNull()
  })

  it('is not there for a provider without the extension, which is asked for no token (EXT-02)', async () => {
    await start()
    app.backend.play(withoutExtensions)
    await open()
    expect(screen.queryByRole('heading', { name: 'API tokens' })).toBeNull()
    expect(app.backend.sentTo('GET /tokens')).toEqual([])
  })
})

describe('making one', () => {
  it('begins with Read chosen, and says of each scope what it is (TOKEN-14)', async () => {
    await start()
    await open()
    await openDialog()
    expect([scope('Read')?.checked, scope('Live view')?.checked, scope('Change')?.checked]).toEqual([
      true,
      false,
      false,
    ])
    expect(scope('Change')).toHaveProperty('disabled', false)
    const lineOf = (name: string) =>
      document.getElementById(scope(name)?.getAttribute('aria-describedby') ?? '')?.textContent
    // What somebody would not think of by themselves: their chat, all films at once, a house that is watched no more.
    expect(lineOf('Read')).toMatch(/the chat with the assistant.*everything as one zip/)
    expect(lineOf('Change')).toMatch(/switch detection off.*Never plans, members, tokens or where notifications go\.$/)
    expect(button('Make Token').disabled).toBe(true)
    type('Night backup')
    expect(button('Make Token').disabled).toBe(false)
    await click(scope('Read'))
    expect(button('Make Token').disabled).toBe(true)
  })

  it('is not left while one is made, which is shown this once (TOKEN-02)', async () => {
    await start()
    await open()
    await openDialog()
    type('Backup')
    const line = slow()
    app.backend.play(only('POST /tokens', line.scenario))
    fireEvent.click(button('Make Token'))
    await act(() => line.arrived())
    fireEvent.keyDown(field('Name'), { key: 'Escape' })
    fireEvent.click(button('Cancel'))
    line.letGo()
    await act(() => app.settle())
    expect(made()).toBeDefined()
  })

  it('shows the token once, to copy, with a command that works, and keeps it nowhere (TOKEN-02, TOKEN-15)', async () => {
    await start()
    await open()
    await openDialog()
    type(' Night backup ')
    // The list is as this browser keeps it.
    app.backend.play(only('GET /tokens', answers500))
    await click(button('Make Token'))
    const dialog = within(made())
    const token = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Token' }).value
    expect(token).toMatch(/^nj_[\w-]{43}$/)
    await click(button('Copy Token'))
    const line = field('Command to try it').value
    expect(line).toBe(`curl -H "Authorization: Bearer ${token}" "http://localhost:8080/v1/notifications?pageSize=3"`)
    await click(button('Copy Command to try it'))
    expect(app.copied).toEqual([token, line])
    expect(app.toasts.at(-1)).toEqual({ kind: 'success', text: 'Copied.' })
    const [, , bearer = '', , url = ''] = /-H "(Authorization): (.*)" "(.*)(\/v1.*)"/.exec(line) ?? []
    const answer = await app.backend.hub.fastify.inject({ url, headers: { authorization: bearer } })
    expect([answer.statusCode, answer.json()]).toEqual([200, { events: [], total: 0 }])
    await click(button('Done'))
    expect(lines()).toEqual([expect.stringMatching(/^Night backupRead/)])
    expect(document.body.innerHTML).not.toContain(token)
    expect(JSON.stringify(app.store.get(apiTokensQueryAtom).data)).not.toContain(token)
  })

  it('a press beside the dialog loses neither what is typed nor the token (TOKEN-15, UI-13)', async () => {
    await start()
    await open()
    await openDialog()
    await pressBesideDialog(app)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openDialog()
    type('Backup')
    await pressBesideDialog(app)
    await click(button('Make Token'))
    await pressBesideDialog(app)
    expect(made()).toBeDefined()
  })

  it('a press beside the dialog closes it where what was chosen was put back (TOKEN-15, UI-13)', async () => {
    await start()
    await open()
    await openDialog()
    for (let count = 0; count < 2; count++) await click(screen.getByRole('checkbox', { name: 'Live view' }))
    await pressBesideDialog(app)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['Escape', () => fireEvent.keyDown(made(), { key: 'Escape' })],
    ['the cross', () => fireEvent.click(within(made()).getByRole('button', { name: 'Close' }))],
  ])('%s asks before it closes on a token that was not copied (TOKEN-15)', async (_, leave) => {
    await makeOne()
    leave()
    await act(() => app.settle())
    const question = () => screen.getByRole('alertdialog', { name: 'Close it without a copy?' })
    expect(question().textContent).toContain('The token cannot be shown again.')
    await click(within(question()).getByRole('button', { name: 'Cancel' }))
    expect([made(), screen.queryByRole('alertdialog')]).toEqual([expect.anything(), null])
    leave()
    await act(() => app.settle())
    await click(within(question()).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  /** Focused, a field is selected whole. */
  const copyWhole = (name: string) => {
    act(() => field(name).focus())
    fireEvent.copy(field(name))
  }

  it.each([
    ['its button', () => fireEvent.click(button('Copy Token'))],
    ['the button of the command, which holds it', () => fireEvent.click(button('Copy Command to try it'))],
    ['the keyboard', () => copyWhole('Token')],
    ['the keyboard with its command', () => copyWhole('Command to try it')],
  ])('Escape closes once the token was copied by %s (TOKEN-15)', async (_, copy) => {
    await makeOne()
    copy()
    await act(() => app.settle())
    fireEvent.keyDown(made(), { key: 'Escape' })
    await act(() => app.settle())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('selects the token where the browser does not let the page copy (TOKEN-15)', async () => {
    await start()
    Object.assign(app.services, { copyText: async () => false })
    await open()
    await openDialog()
    type('Backup')
    await click(button('Make Token'))
    await click(button('Copy Token'))
    const input = field('Token')
    expect([document.activeElement, input.selectionStart, input.selectionEnd]).toEqual([input, 0, 46])
    expect(app.toasts.at(-1)).toEqual({ kind: 'warning', text: expect.stringContaining('copy it with the keyboard') })
    fireEvent.keyDown(made(), { key: 'Escape' })
    await act(() => app.settle())
    expect(screen.getByRole('alertdialog', { name: 'Close it without a copy?' })).toBeDefined()
  })

  it.each([
    ['words beside the token', () => fireEvent.copy(within(made()).getByText(/^Whoever has it/))],
    [
      'half of the token',
      () => {
        act(() => field('Token').focus())
        field('Token').setSelectionRange(0, 20)
        fireEvent.copy(field('Token'))
      },
    ],
  ])('who copied %s is asked like who copied nothing (TOKEN-15)', async (_, copy) => {
    await makeOne()
    copy()
    fireEvent.keyDown(made(), { key: 'Escape' })
    await act(() => app.settle())
    expect(screen.getByRole('alertdialog', { name: 'Close it without a copy?' })).toBeDefined()
  })

  it('has no command for a token that may read nothing', async () => {
    await start()
    await open()
    await openDialog()
    type('Frigate')
    await click(scope('Read'))
    await click(scope('Live view'))
    await click(button('Make Token'))
    expect(within(made()).getAllByRole('textbox')).toHaveLength(1)
    expect(lines()).toEqual([expect.stringMatching(/^FrigateLive viewMade/)])
  })

  it('offers live view only where the provider has it (EXT-02)', async () => {
    await start()
    app.backend.play(offering('api-tokens'))
    await open()
    await openDialog()
    expect([scope('Read') !== null, scope('Live view'), scope('Change') !== null]).toEqual([true, null, true])
  })

  it('keeps what was typed where the hub refuses, says why, and makes one at a time', async () => {
    await start()
    await open()
    await openDialog()
    const undo = app.backend.play(only('POST /tokens', answers500))
    type('Backup')
    await click(button('Make Token'))
    expect([field('Name').value, screen.getByText('Something broke.')]).toEqual(['Backup', expect.anything()])
    undo()
    const line = slow()
    app.backend.play(only('POST /tokens', line.scenario))
    const form = field('Name').form ?? document.createElement('form')
    fireEvent.submit(form)
    await act(() => line.arrived())
    expect(button('Make Token').disabled).toBe(true)
    fireEvent.submit(form)
    line.letGo()
    await act(() => app.settle())
    expect(app.backend.sentTo('POST /tokens')).toHaveLength(2)
    expect(made()).toBeDefined()
  })
})

describe('revoking (TOKEN-07, TOKEN-14)', () => {
  it('asks first, which Cancel answers with nothing, and then ends the token at once', async () => {
    await start()
    const { headers } = await tokenOf('Backup')
    const works = async () => (await app.backend.hub.fastify.inject({ url: '/v1/cameras', headers })).statusCode
    await open()
    const asked = () => within(screen.getByRole('alertdialog', { name: 'Revoke Backup?' }))
    await click(button('Revoke Backup'))
    await click(asked().getByRole('button', { name: 'Cancel' }))
    expect(await works()).toBe(200)
    await click(button('Revoke Backup'))
    expect(screen.getByRole('alertdialog').textContent).toContain('are refused from now on')
    await click(asked().getByRole('button', { name: 'Revoke' }))
    expect([await works(), screen.getByText('There is no token yet.')]).toEqual([401, expect.anything()])
    expect(app.toasts.at(-1)).toEqual({ kind: 'success', text: 'The token Backup was revoked.' })
  })

  it('says why where the hub does not do it, and takes one that is gone for done', async () => {
    await start()
    const { id } = await tokenOf('Backup')
    await open()
    const undo = app.backend.play(only(`DELETE /tokens/${id}`, answers500))
    const revoke = async () => {
      await click(button('Revoke Backup'))
      await click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
    }
    await revoke()
    expect([lines().length, app.toasts.at(-1)]).toEqual([
      1,
      { kind: 'error', text: 'The token Backup could not be revoked. Something broke.' },
    ])
    undo()
    app.backend.play(only(`DELETE /tokens/${id}`, answers(404, { code: 'not-found', message: 'Gone.' })))
    app.backend.play(only('GET /tokens', answers(200, [])))
    app.backend.play(offering('api-tokens'))
    await revoke()
    expect(app.toasts.at(-1)?.kind).toBe('success')
  })
})
