import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import BillingScreen from '../../../src/screens/billing'
import { send } from '../../server/support/calls'
import { startApp, type TestApp } from '../../support/app'
import { fakePasskeys, noPasskeys } from '../../support/browser/fake-passkeys'
import { pressBesideDialog } from '../../support/press-beside-dialog'
import { withoutExtensions } from '../../support/scenarios'
import { pressOn, showScreen } from '../../support/show-screen'

const ann = 'ann@example.org'

let app: TestApp
afterEach(() => app.close())

/** Signed in elsewhere first, then here. */
async function start(passkeys = fakePasskeys()) {
  app = await startApp({ tier: 'TEAM', services: { passkeys } })
  app.backend.hub.clock.advance(Date.now() - app.backend.hub.clock.now())
  const elsewhere = await app.backend.hub.signIn(ann)
  app.backend.hub.clock.advance(120_000)
  await app.signIn(ann)
  return elsewhere
}
const open = () => showScreen(app, <BillingScreen />)
const list = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const click = (name: string | RegExp) => pressOn(app, screen.getByRole('button', { name }))
const answerAtHub = (user: { headers: Readonly<Record<string, string>> }) =>
  send(app.backend.hub.fastify, user, 'GET', '/cameras')

describe('signed-in devices (DEV-07)', () => {
  it('stand with what, where, how and when; this one first', async () => {
    await start()
    await open()
    expect(list('Signed-in devices')).toEqual([
      expect.stringMatching(
        /^Unknown browserThis deviceSigned in by a code on \w+ \d+, \d{4} from 127\.0\.0\.1, in use nowEnd Session$/,
      ),
      expect.stringMatching(/^Unknown browserSigned in by a code on .* from 127\.0\.0\.1, last seen .*End Session$/),
    ])
  })

  it('another one is signed out after a question', async () => {
    const elsewhere = await start()
    await open()
    await click('End Session of Unknown browser')
    expect(screen.getByRole('alertdialog').textContent).toContain('Cameras that it runs stop delivering')
    await act(async () => fireEvent.click(within(screen.getByRole('alertdialog')).getByText('End Session')))
    await act(() => app.settle())
    expect(list('Signed-in devices')).toHaveLength(1)
    expect(screen.getByText('You are signed in nowhere else.')).toBeDefined()
    expect((await answerAtHub(elsewhere)).statusCode).toBe(401)
    expect(app.toasts.map(({ text }) => text)).toEqual(['Unknown browser was signed out.'])
  })

  it('several of one kind are told apart, at the button and in the question', async () => {
    await start()
    app.backend.hub.clock.advance(86_400_000)
    await app.backend.hub.signIn(ann)
    await open()
    const lines = list('Signed-in devices').slice(1)
    const buttons = screen.getAllByRole('button', { name: 'End Session of Unknown browser' })
    const about = buttons.map(
      (button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
    )
    expect(new Set(about).size).toBe(2)
    expect(lines).toEqual(about.map((line) => `Unknown browser${line}End Session`))
    for (const [index, button] of buttons.entries()) {
      fireEvent.click(button)
      await act(() => app.settle())
      expect(screen.getByRole('alertdialog').textContent).toContain(`${about[index]}. It is signed out at once.`)
      await act(async () => fireEvent.click(within(screen.getByRole('alertdialog')).getByText('Cancel')))
    }
  })

  it('all others are signed out after a question, and counted', async () => {
    const others = [await start(), await app.backend.hub.signIn(ann).catch(() => null)]
    await open()
    await click('End All Others')
    const asked = within(screen.getByRole('alertdialog'))
    expect(asked.getByText(/Passkeys, API tokens, webhooks and shares stay; remove those/)).toBeDefined()
    await act(async () => fireEvent.click(asked.getByText('End All Others')))
    await act(() => app.settle())
    expect(list('Signed-in devices')).toHaveLength(1)
    for (const other of others) if (other !== null) expect((await answerAtHub(other)).statusCode).toBe(401)
    expect(app.toasts.at(-1)?.text).toMatch(/other devices? (was|were) signed out\.$/)
  })

  it('this one signs out as the sidebar does', async () => {
    await start()
    await open()
    await click('End Session of this device')
    expect(app.navigations).toEqual([{ path: '/', replace: true }])
  })
})

describe('passkeys (PASS-12)', () => {
  it('are added by one button, renamed whatever is pressed beside the form, and removed after a question (UI-13)', async () => {
    await start()
    await open()
    expect(screen.getByText('You have no passkey yet.')).toBeDefined()
    await click('Add a Passkey')
    expect(list('Passkeys')).toEqual([
      expect.stringMatching(/^Chrome on LinuxMade on \w+ \d+, \d{4}, never usedRenameRemove$/),
    ])
    await act(() => import('../../../src/screens/billing/passkeys/name-dialog'))
    await click('Rename Chrome on Linux')
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Old laptop' } })
    await pressBesideDialog(app)
    await click('Save')
    expect(list('Passkeys')).toEqual([expect.stringMatching(/^Old laptopMade/)])
    await click('Remove Old laptop')
    expect(screen.getByRole('alertdialog').textContent).toContain('remove it there too')
    await act(async () => fireEvent.click(within(screen.getByRole('alertdialog')).getByText('Remove')))
    await act(() => app.settle())
    expect(screen.getByText('You have no passkey yet.')).toBeDefined()
  })

  it.each([
    ['address', /address of numbers. Open Nightjar by its name/],
    ['insecure', /https or on localhost only/],
    ['browser', /no passkeys. Open Nightjar in a newer one/],
  ] as const)('a page that can have none says why: %s (PASS-03)', async (obstacle, why) => {
    await start({ ...fakePasskeys(), ...noPasskeys, obstacle })
    await open()
    expect(screen.getByText(why)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add a Passkey' })).toBeNull()
  })
})

it('a provider that offers neither is asked for neither (DEV-01, PASS-01, EXT-02)', async () => {
  await start()
  app.backend.play(withoutExtensions)
  await open()
  expect(screen.queryByText('Signed-in devices')).toBeNull()
  expect(screen.queryByText('Passkeys')).toBeNull()
  expect([app.backend.sentTo('GET /sessions'), app.backend.sentTo('GET /passkeys')]).toEqual([[], []])
})
