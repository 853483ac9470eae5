import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Tier } from '../../../src/contract/plans'
import BillingScreen from '../../../src/screens/billing'
import { inviteAtom, membersQueryAtom } from '../../../src/state/members/members'
import { sessionAtom } from '../../../src/state/sign-in/session'
import { startApp, type TestApp } from '../../support/app'
import { answers500, only, slow, withoutExtensions } from '../../support/scenarios'
import { pressOn, showScreen } from '../../support/show-screen'

const ann = 'ann@example.org'
const bob = 'bob@example.org'

let app: TestApp
afterEach(() => app.close())

async function start(tier: Tier = 'TEAM'): Promise<void> {
  app = await startApp({ tier, environment: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  await app.signIn(ann)
}
const open = () => showScreen(app, <BillingScreen />)
/** A workspace of two, seen by one of them. */
async function openWithBob(as: string): Promise<void> {
  await start()
  await app.store.set(inviteAtom, bob)
  await app.signIn(bob)
  await app.signIn(as)
  await open()
}

const people = () => within(screen.getByRole('list', { name: 'Members' })).getAllByRole('listitem')
const texts = () => people().map(({ textContent }) => textContent)
const emailOf = (index: number) => app.store.get(membersQueryAtom).data?.[index]?.email
const idOf = (email: string) => app.store.get(membersQueryAtom).data?.find((person) => person.email === email)?.id
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Invite by e-mail' })
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const question = (name: string) => within(screen.getByRole('alertdialog', { name }))
const lastToast = () => app.toasts.at(-1)
const removals = () => app.backend.sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
const click = (element: HTMLElement) => pressOn(app, element)
const invite = async (email: string) => {
  fireEvent.change(field(), { target: { value: email } })
  await click(button('Send Invitation'))
}

describe('the owner invites (extension members)', () => {
  it('sees that nobody else is there, and has a place for each user of the plan', async () => {
    await start()
    await open()
    expect(screen.getByRole('heading', { level: 2, name: 'Members' })).toBeDefined()
    expect(texts()).toEqual([`${ann} (you)Owner`])
    expect(screen.getByText('1 of 5 users')).toBeDefined()
    expect(screen.getByText(/^Nobody else is in this workspace\./)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^(Remove|Leave)/ })).toBeNull()
  })

  it('mails an address once it is typed, and can type the next one', async () => {
    await start()
    await open()
    expect(button('Send Invitation').disabled).toBe(true)
    await invite(bob)
    expect(texts()).toEqual([`${ann} (you)Owner`, expect.stringContaining(`${bob}Invited`)])
    expect([screen.getByText('2 of 5 users'), screen.queryByText(/^Nobody else/)]).toEqual([expect.anything(), null])
    expect([field().value, document.activeElement]).toEqual(['', field()])
    expect(app.backend.hub.mails.at(-1)?.to).toBe(bob)
  })

  it('is told beside the field what is no address, until it is mended', async () => {
    await start()
    await open()
    await invite('bob')
    expect([field().getAttribute('aria-invalid'), field().value]).toEqual(['true', 'bob'])
    expect(screen.getByText('Give an e-mail address, such as name@example.org.')).toBeDefined()
    fireEvent.change(field(), { target: { value: 'bob@' } })
    expect([field().getAttribute('aria-invalid'), screen.queryByText(/^Give an e-mail/)]).toEqual([null, null])
    expect(app.backend.sentTo('POST /members')).toEqual([])
  })

  it('keeps what was typed where the hub refuses, and says why', async () => {
    await start()
    await open()
    const undo = app.backend.play(only('POST /members', answers500))
    await invite(bob)
    expect([field().value, screen.getByText('Something broke.')]).toEqual([bob, expect.anything()])
    expect(texts()).toHaveLength(1)
    undo()
    await click(button('Send Invitation'))
    expect(texts()).toHaveLength(2)
    expect(screen.queryByText('Something broke.')).toBeNull()
  })

  it('sends one invitation, however often it is pressed meanwhile', async () => {
    await start()
    await open()
    const line = slow()
    app.backend.play(only('POST /members', line.scenario))
    fireEvent.change(field(), { target: { value: bob } })
    const form = screen.getByRole('form', { name: 'Invitation' })
    fireEvent.submit(form)
    await act(() => line.arrived())
    expect(within(form).getByRole<HTMLButtonElement>('button').disabled).toBe(true)
    fireEvent.submit(form)
    line.letGo()
    await act(() => app.settle())
    expect([app.backend.sentTo('POST /members').length, texts().length]).toEqual([1, 2])
  })

  it.each([bob, 'nobody'])('leaves the address alone that is typed while the one before is sent: %s', async (first) => {
    await start()
    await open()
    const line = slow()
    app.backend.play(only('POST /members', line.scenario))
    fireEvent.change(field(), { target: { value: first } })
    fireEvent.click(button('Send Invitation'))
    fireEvent.change(field(), { target: { value: 'carol@example.org' } })
    line.letGo()
    await act(() => app.settle())
    expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['carol@example.org', null])
  })

  it.each([
    ['PRO', '1 of 1 user', 'Your plan is for 1 user. The Team plan has room for up to 5.'],
    ['TEAM', '5 of 5 users', /^All 5 places of your plan are taken\. Remove somebody or withdraw an invitation/],
  ] as const)('reads instead of a form why the %s plan has no room', async (tier, taken, sentence) => {
    await start(tier)
    const more = tier === 'TEAM' ? ['b', 'c', 'd', 'e'] : []
    for (const name of more) await app.store.set(inviteAtom, `${name}@example.org`)
    await open()
    expect([screen.getByText(taken), screen.getByText(sentence)]).toHaveLength(2)
    expect(screen.queryByRole('textbox', { name: 'Invite by e-mail' })).toBeNull()
  })
})

describe('an invitation (extension members)', () => {
  const openInvited = async () => {
    await start()
    await app.store.set(inviteAtom, bob)
    await open()
  }

  it('is mailed again at a press, which says whom it is for, and a refusal is told', async () => {
    await openInvited()
    const again = () => button(`Send the invitation to ${bob} again`)
    await click(again())
    expect(lastToast()?.kind).toBe('error')
    expect(lastToast()?.text).toMatch(/^Too many requests\. Try again in \d+ s/)
    app.backend.hub.clock.advance(120_000)
    const line = slow()
    app.backend.play(only('POST /members', line.scenario))
    fireEvent.click(again())
    await act(() => line.arrived())
    expect(again().disabled).toBe(true)
    line.letGo()
    await act(() => app.settle())
    expect([again().disabled, lastToast()]).toEqual([false, { kind: 'success', text: `Invitation sent to ${bob}.` }])
    expect(texts()).toHaveLength(2)
  })

  it('is withdrawn after a question of its own', async () => {
    await openInvited()
    await click(button(`Withdraw the invitation to ${bob}`))
    const asked = question('Withdraw this invitation?')
    expect(screen.getByRole('alertdialog').textContent).toContain(`The mail to ${bob} stays`)
    await click(asked.getByRole('button', { name: 'Withdraw' }))
    expect([texts(), screen.queryByRole('alertdialog')]).toEqual([[`${ann} (you)Owner`], null])
    expect(lastToast()?.text).toBe(`The invitation to ${bob} was withdrawn.`)
  })
})

describe('the owner removes somebody (extension members)', () => {
  it('after a question that names them, which Cancel answers with nothing', async () => {
    await openWithBob(ann)
    expect(texts()).toEqual([`${ann} (you)Owner`, `${bob}MemberRemove`])
    await click(button(`Remove ${bob}`))
    const told = 'Notifications by e-mail that go to them come to you from then on; Slack and Discord addresses stay'
    expect(screen.getByRole('alertdialog').textContent).toContain(told)
    const programs = 'API tokens and webhooks that they made end: programs that use them stop.'
    expect(screen.getByRole('alertdialog').textContent).toContain(programs)
    expect(screen.getByRole('alertdialog').textContent).toContain('What was recorded stays, and so do shares')
    await click(question(`Remove ${bob}?`).getByRole('button', { name: 'Cancel' }))
    expect([removals(), texts().length]).toEqual([[], 2])
    const id = idOf(bob)
    await click(button(`Remove ${bob}`))
    await click(question(`Remove ${bob}?`).getByRole('button', { name: 'Remove' }))
    expect([removals(), texts()]).toEqual([[`/v1/members/${id}`], [`${ann} (you)Owner`]])
    expect(lastToast()).toEqual({ kind: 'success', text: expect.stringContaining(bob) })
  })

  it('reads why where the hub does not do it', async () => {
    await openWithBob(ann)
    app.backend.play(only(`DELETE /members/${idOf(bob)}`, answers500))
    await click(button(`Remove ${bob}`))
    await click(question(`Remove ${bob}?`).getByRole('button', { name: 'Remove' }))
    expect([screen.queryByRole('alertdialog'), texts().length]).toEqual([null, 2])
    expect(lastToast()).toEqual({ kind: 'error', text: `${bob} could not be removed. Something broke.` })
  })
})

describe('a member (extension members)', () => {
  it('sees who is there and whom to ask, and can neither invite nor remove', async () => {
    await openWithBob(bob)
    expect(texts()).toEqual([`${ann}Owner`, `${bob} (you)MemberLeave`])
    expect(screen.getByText(`Only the owner, ${ann}, invites and removes people. Ask them.`)).toBeDefined()
    expect(screen.queryByRole('textbox', { name: 'Invite by e-mail' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^(Remove|Withdraw|Send)/ })).toBeNull()
  })

  it('leaves after a question, and is signed out', async () => {
    await openWithBob(bob)
    await click(button('Leave'))
    const programs = 'API tokens and webhooks that you made end: programs that use them stop.'
    expect(screen.getByRole('alertdialog').textContent).toContain(programs)
    expect(screen.getByRole('alertdialog').textContent).toContain('What was recorded stays, and so do shares')
    await click(question('Leave this workspace?').getByRole('button', { name: 'Cancel' }))
    expect([app.store.get(sessionAtom).phase, removals()]).toEqual(['signed-in', []])
    await click(button('Leave'))
    await click(question('Leave this workspace?').getByRole('button', { name: 'Leave' }))
    expect(app.store.get(sessionAtom).phase).toBe('signed-out')
    expect(app.navigations.at(-1)).toEqual({ path: '/login', replace: true })
  })

  it('stays where the hub does not let go, and reads why', async () => {
    await openWithBob(bob)
    app.backend.play(only(`DELETE /members/${idOf(bob)}`, answers500))
    await click(button('Leave'))
    await click(question('Leave this workspace?').getByRole('button', { name: 'Leave' }))
    expect([app.store.get(sessionAtom).phase, emailOf(1), lastToast()?.kind]).toEqual(['signed-in', bob, 'error'])
    expect(lastToast()?.text).toContain('Something broke.')
  })
})

it('a provider without the extension has no such section (EXT-02)', async () => {
  await start()
  app.backend.play(withoutExtensions)
  await open()
  expect(screen.getByRole('heading', { level: 1, name: 'Billing & Subscriptions' })).toBeDefined()
  expect(screen.queryByRole('heading', { level: 2, name: 'Members' })).toBeNull()
  expect(app.backend.sentTo('GET /members')).toEqual([])
})
