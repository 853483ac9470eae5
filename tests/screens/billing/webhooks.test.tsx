import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { NewWebhook } from '../../../src/contract/notifications/webhooks'
import { Webhooks } from '../../../src/screens/billing/webhooks/webhooks'
import { noteExtensionsAtom } from '../../../src/state/http/extensions'
import { inviteAtom } from '../../../src/state/members/members'
import { addCamera, send } from '../../server/support/calls'
import { startReceiver, type WebhookReceiver } from '../../server/support/webhook-receiver'
import { listWebhooks, makeWebhook } from '../../server/webhooks/support/webhooks'
import { startApp, type TestApp } from '../../support/app'
import { pressBesideDialog } from '../../support/press-beside-dialog'
import { answers, answers500, only, type Scenario, slow, withoutExtensions } from '../../support/scenarios'
import { pressOn, showScreen } from '../../support/show-screen'

const ann = 'ann@example.org'
const bob = 'bob@example.org'

let app: TestApp
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
afterEach(async () => {
  receiver.posts.length = 0
  receiver.answer = { status: 200 }
  await app.close()
})

async function start(): Promise<void> {
  app = await startApp({ tier: 'TEAM', environment: { WEBHOOK_HOSTS: receiver.host } })
  await app.signIn(ann)
  // The other panels of the screen would have heard it from the hub.
  app.store.set(noteExtensionsAtom, new Set(['webhooks'] as const))
}
const open = () => showScreen(app, <Webhooks />)
const hub = () => app.backend.hub.fastify
/** Whoever is signed in here. */
function user() {
  const { token, workspaceId } = app.services.session.read() ?? { token: '', workspaceId: '' }
  const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId ?? '' } as const
  return { email: ann, token, refreshToken: '', workspaceId: workspaceId ?? '', headers }
}
const webhookOf = (wanted: Partial<NewWebhook> = {}) =>
  makeWebhook(hub(), user(), { name: 'Lights', url: receiver.url, ...wanted })
const lines = () =>
  within(screen.getByRole('list', { name: 'Webhooks' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const toggle = (name: string) => screen.getByRole('switch', { name })
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const click = (element: HTMLElement) => pressOn(app, element)
async function openForm(): Promise<void> {
  await act(() => import('../../../src/screens/billing/webhooks/new-webhook'))
  await click(button('New Webhook'))
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'New webhook' })).toBeDefined())
}
async function openWebhook(name = 'Lights'): Promise<void> {
  await act(() => import('../../../src/screens/billing/webhooks/webhook-dialog'))
  await click(button(`Open ${name}`))
  await waitFor(() => expect(screen.getByRole('dialog', { name })).toBeDefined())
  await act(() => app.settle())
}

describe('the section (HOOK-13)', () => {
  it('adds one that a press beside the dialog does not lose, and shows its secret once (UI-13)', async () => {
    await start()
    await open()
    expect(screen.getByText('There is no webhook yet.')).toBeDefined()
    await openForm()
    expect([box('Events').checked, box('Clips').checked, button('Add Webhook').disabled]).toEqual([true, false, true])
    type('Name', ' Lights ')
    type('Address', receiver.url)
    await click(box('Camera offline'))
    await pressBesideDialog(app)
    await click(button('Add Webhook'))
    const dialog = within(screen.getByRole('dialog', { name: 'The secret of your webhook' }))
    const secret = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Secret' }).value
    expect(secret).toMatch(/^whsec_/)
    fireEvent.keyDown(button('Done'), { key: 'Escape' })
    await act(() => app.settle())
    expect(screen.getByRole('alertdialog').textContent).toContain('The secret cannot be shown again')
    await click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    await click(button('Copy Secret'))
    expect(app.copied).toEqual([secret])
    await click(button('Done'))
    expect(lines()).toEqual([`LightsEvents, camera offline of all cameras to ${receiver.host}Open`])
    expect(document.body.innerHTML).not.toContain(secret)
    expect((await listWebhooks(hub(), user()))[0]?.kinds).toEqual(['event.created', 'camera.offline'])
  })

  it('a press beside its form closes it where what was typed and chosen was put back (UI-13)', async () => {
    await start()
    await open()
    await openForm()
    type('Name', 'Lights')
    type('Name', '')
    for (let count = 0; count < 2; count++) await click(box('Events'))
    await pressBesideDialog(app)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each<[string, Scenario | undefined]>([
    ['saved', undefined],
    ['refused', answers(400, { code: 'invalid', message: 'No.' })],
  ])('keeps what is typed while a change of one is %s, to be saved too (UI-13)', async (_, answer) => {
    await start()
    const { id } = await webhookOf()
    const name = async () => (await listWebhooks(hub(), user()))[0]?.name
    await open()
    await openWebhook()
    await click(button('Edit'))
    const line = slow()
    const isOver = app.backend.play(
      only(`PATCH /webhooks/${id}`, (request, next) =>
        line.scenario(request, (sent) => answer?.(sent, next) ?? next(sent)),
      ),
    )
    type('Name', 'Lamps')
    fireEvent.click(button('Save'))
    await act(() => line.arrived())
    // Back again: not what was sent.
    type('Name', 'Lights')
    line.letGo()
    await act(() => app.settle())
    expect([await name(), screen.queryByText('No.')]).toEqual([answer === undefined ? 'Lamps' : 'Lights', null])
    isOver()
    await click(button('Save'))
    expect(await name()).toBe('Lights')
    expect(screen.getByRole('dialog', { name: 'Lights' })).toBeDefined()
  })

  it('is not left while it is added, as its secret is shown this once (HOOK-13)', async () => {
    await start()
    await open()
    await openForm()
    type('Name', 'Lights')
    type('Address', receiver.url)
    const line = slow()
    app.backend.play(only('POST /webhooks', line.scenario))
    fireEvent.click(button('Add Webhook'))
    await act(() => line.arrived())
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Escape' })
    fireEvent.click(button('Cancel'))
    line.letGo()
    await act(() => app.settle())
    expect(screen.getByRole('dialog', { name: 'The secret of your webhook' })).toBeDefined()
  })

  it('keeps what was typed where the hub refuses, and says why', async () => {
    await start()
    await open()
    await openForm()
    type('Name', 'Lights')
    type('Address', 'http://192.168.1.20/hook')
    await click(button('Add Webhook'))
    const text = screen.getByText(/^192\.168\.1\.20 is in a private network/).textContent
    expect(text).toContain('WEBHOOK_HOSTS=192.168.1.20.')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe('http://192.168.1.20/hook')
  })

  it('shows the owner who added the others, and what is wrong with one', async () => {
    await start()
    await app.store.set(inviteAtom, bob)
    await app.signIn(bob)
    await webhookOf({ name: 'His' })
    await app.signIn(ann)
    const problem = 'The receiver wants no more messages (status 410).'
    const [his] = await listWebhooks(hub(), user())
    app.backend.play(only('GET /webhooks', answers(200, [{ ...his, state: 'gone', problem }])))
    await open()
    expect(lines()[0]).toContain(`HisSwitched offEvents, clips, camera offline, camera back of all cameras`)
    expect(lines()[0]).toContain(`added by ${bob}${problem}`)
  })

  it('counts the cameras that are still there, and says where none is (HOOK-13)', async () => {
    await start()
    app.store.set(noteExtensionsAtom, new Set(['webhooks', 'polling'] as const))
    const [yard, door] = [await addCamera(hub(), user(), 'Yard'), await addCamera(hub(), user(), 'Door')]
    await webhookOf({ name: 'Siren', kinds: ['event.created'], cameraIds: [yard.id] })
    await webhookOf({ name: 'Lights', kinds: ['event.created'], cameraIds: [yard.id, door.id] })
    const { id } = await webhookOf({ name: 'Bell', kinds: ['event.created'], cameraIds: [yard.id] })
    await send(hub(), user(), 'PATCH', `/webhooks/${id}`, { isOn: false })
    await send(hub(), user(), 'DELETE', `/cameras/${yard.id}`)
    await open()
    const line = 'Its cameras were removed, so it is never called. Edit it and choose others.'
    // All were made at the same moment of the hub's clock.
    expect(lines().toSorted()).toEqual([
      `BellOffEvents of no camera that is still there to ${receiver.host}Open`,
      `LightsEvents of one camera to ${receiver.host}Open`,
      `SirenNo cameraEvents of no camera that is still there to ${receiver.host}${line}Open`,
    ])
    await openWebhook('Siren')
    expect(within(screen.getByRole('dialog', { name: 'Siren' })).getByText(line)).toBeDefined()
  })

  it('is not there for a provider without the extension, which is asked for none (EXT-02)', async () => {
    await start()
    app.backend.play(withoutExtensions)
    app.store.set(noteExtensionsAtom, new Set())
    await open()
    expect(screen.queryByRole('heading', { name: 'Webhooks' })).toBeNull()
    expect(app.backend.sentTo('GET /webhooks')).toEqual([])
  })
})

describe('one of them (HOOK-13)', () => {
  it.each([
    ['taken', null],
    ['refused', answers500],
  ])('an edit is not ended by the late answer to one that was left and is %s (UI-13)', async (_, refusal) => {
    await start()
    await webhookOf()
    await open()
    await openWebhook()
    await click(button('Edit'))
    type('Name', 'Lamps')
    const line = slow()
    app.backend.play(async (request, next) =>
      request.method === 'PATCH'
        ? line.scenario(request, (sent) => refusal?.(sent, next) ?? next(sent))
        : next(request),
    )
    fireEvent.click(button('Save'))
    await act(() => line.arrived())
    fireEvent.click(button('Cancel'))
    fireEvent.click(button('Edit'))
    type('Address', 'https://example.org/another')
    line.letGo()
    await act(() => app.settle())
    const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' })
    expect([address.value, address.getAttribute('aria-invalid')]).toEqual(['https://example.org/another', null])
  })

  it('is tried, and the answer stands there and in the log (HOOK-10)', async () => {
    await start()
    await webhookOf()
    await open()
    await openWebhook()
    expect(screen.getByText(/^Nothing has been sent yet/)).toBeDefined()
    await click(button('Send Test'))
    await waitFor(() => expect(screen.getByText(/^It arrived: status 200 in \d+ ms\.$/)).toBeDefined())
    receiver.answer = { status: 500 }
    await click(button('Send Test'))
    await waitFor(() => expect(screen.getAllByText(/did not take the message \(status 500\)/)).toHaveLength(2))
    const log = within(screen.getByRole('list', { name: 'Last deliveries' })).getAllByRole('listitem')
    // Both were made at the same moment of the hub's clock.
    expect(log.map(({ textContent }) => textContent?.replace(/Test.*?status/, 'Test, status')).sort()).toEqual([
      expect.stringMatching(/^ArrivedTest, status 200 in \d+ ms$/),
      expect.stringMatching(/^Given upTest, status 500 in \d+ msThe receiver did not/),
    ])
  })

  it('says that the hub has switched it off while it is open (HOOK-13)', async () => {
    await start()
    const { id } = await webhookOf()
    const [webhook] = await listWebhooks(hub(), user())
    const message = { id: 'm1', type: 'clip.created', createdAt: new Date().toISOString(), tries: 7, triedAt: null }
    const deliveries = (state: string) =>
      only(`GET /webhooks/${id}/deliveries`, answers(200, [{ ...message, state, status: null, tookMs: null }]))
    const undo = app.backend.play(deliveries('waiting'))
    await open()
    await openWebhook()
    expect(toggle('Call this webhook')).toHaveProperty('checked', true)
    undo()
    app.backend.play(deliveries('failed'))
    app.backend.play(only('GET /webhooks', answers(200, [{ ...webhook, state: 'failing' }])))
    await waitFor(() => expect(screen.getByText('Given up')).toBeDefined(), { timeout: 6_000 })
    await waitFor(() => expect(toggle('Call this webhook')).toHaveProperty('checked', false))
    expect(screen.getByText('For three days nothing arrived, so the hub switched it off.')).toBeDefined()
  })

  it('is switched off, changed, and removed after a question', async () => {
    await start()
    const { id: cameraId } = await addCamera(hub(), user(), 'Yard')
    await addCamera(hub(), user(), 'Door')
    await webhookOf()
    await open()
    await openWebhook()
    const line = slow()
    const undo = app.backend.play(line.scenario)
    await act(async () => toggle('Call this webhook').click())
    // Where it was put, while that is saved (UI-04).
    expect(toggle('Call this webhook')).toMatchObject({ checked: false, disabled: true })
    undo()
    line.letGo()
    await act(() => app.settle())
    expect((await listWebhooks(hub(), user()))[0]?.state).toBe('off')
    expect(app.toasts.at(-1)).toEqual({ kind: 'success', text: 'The webhook Lights is off: it is called no more.' })
    const dialog = screen.getByRole('dialog', { name: 'Lights' })
    await click(button('Edit'))
    // The same one: another would lose the focus to the list, and close.
    expect(screen.getByRole('dialog', { name: 'Edit Lights' })).toBe(dialog)
    await click(box('Clips'))
    await click(toggle('All cameras'))
    await click(box('Door'))
    await click(button('Save'))
    const kinds = ['event.created', 'camera.offline', 'camera.online']
    expect((await listWebhooks(hub(), user()))[0]).toMatchObject({ kinds, cameraIds: [cameraId], state: 'off' })
    await click(button('Remove'))
    await click(
      within(screen.getByRole('alertdialog', { name: 'Remove Lights?' })).getByRole('button', { name: 'Remove' }),
    )
    expect([await listWebhooks(hub(), user()), screen.getByText('There is no webhook yet.')]).toEqual([
      [],
      expect.anything(),
    ])
  })

  it('sends what was changed here, and neither loses it by a press beside the dialog nor takes back what changed elsewhere (UI-13)', async () => {
    await start()
    const { id } = await webhookOf()
    await open()
    await openWebhook()
    await click(button('Edit'))
    await send(hub(), user(), 'PATCH', `/webhooks/${id}`, { kinds: ['clip.created'] })
    await act(async () => {
      // The list is read again as somebody comes back to the window.
      window.dispatchEvent(new Event('visibilitychange'))
      await app.settle()
    })
    expect(screen.getByText(/^Clips of all cameras/)).toBeDefined()
    type('Name', 'Hall')
    await pressBesideDialog(app)
    await click(button('Save'))
    expect(app.backend.sentTo(`PATCH /webhooks/${id}`)[0]?.json).toEqual({ name: 'Hall' })
    expect(await listWebhooks(hub(), user())).toMatchObject([{ name: 'Hall', kinds: ['clip.created'] }])
  })
})
