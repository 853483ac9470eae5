import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FACTS_JOB } from '../../../server/recordings/facts/facts-job'
import { VIDEOS_PAGE_SIZE } from '../../../src/contract/limits'
import type { Share } from '../../../src/contract/shares'
import EventsScreen from '../../../src/screens/events'
import VideoSharingScreen from '../../../src/screens/video-sharing'
import { OpenShare } from '../../../src/screens/video-sharing/open-share'
import { ShareDialog } from '../../../src/screens/video-sharing/share-dialog'
import VideosScreen from '../../../src/screens/videos'
import { Player } from '../../../src/screens/videos/player'
import { messages } from '../../../src/state/messages'
import { hasUserDraftsAtom } from '../../../src/state/sign-in/user-draft'
import { send } from '../../server/support/calls'
import { postClip } from '../../server/support/forms'
import { cameraOnHub, clipsOnHub, userOf } from '../../state/support/hub-data'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { padded, webmFilm } from '../../support/films'
import { pressBesideDialog } from '../../support/press-beside-dialog'
import { show } from '../../support/render'
import { answers, answers500, only, type Scenario, slow } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp({
    tier: 'TEAM',
    services: {
      offeredByPage: async () => new Set(['shares'] as const),
    },
  })
  await app.signIn()
  await clipsOnHub(app, (await cameraOnHub(app, 'Yard')).id, 2)
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const open = () => showScreen(app, <VideoSharingScreen />)
const sharesOnHub = async () =>
  (await send(app.backend.hub.fastify, userOf(app), 'GET', '/shares')).json<{ shares: Share[] }>().shares
/** Whatever the port that somebody asks at. */
const pathOf = (share: Share | undefined) => new URL(share?.shareUrl ?? '').pathname
async function press(name: string | RegExp, within_ = within(document.body)) {
  await act(async () => {
    fireEvent.click(within_.getAllByRole('button', { name })[0] ?? document.body)
    await app.settle()
  })
}
async function choose(control: HTMLElement | undefined) {
  await act(async () => {
    control?.click()
    await app.settle()
  })
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('says of its safety what holds, which encryption on the disk of the hub does not (SHARE-11)', async () => {
  await open()
  expect(
    screen.getByText(/^A link shows one recording and nothing else, .*password, and ends by itself\.$/),
  ).toBeDefined()
  expect(screen.queryByText(/encrypted/)).toBeNull()
})

it('shares a clip that was found by its camera; the link is copied, and the card tells of it (SHARE-13, SHARE-27, SHARE-29)', async () => {
  await open()
  expect(screen.queryByText(/samples/)).toBeNull()
  expect(screen.getByText('Nothing is shared')).toBeDefined()
  // The hub of this test is opened at localhost.
  expect(screen.getByText('Others cannot open these links yet')).toBeDefined()
  await press('Create Secure Share')
  expect(screen.getByRole('alert').textContent).toBe('Choose a recording.')
  fill('Search by camera...', 'garage')
  expect(screen.getByText('Nothing found.')).toBeDefined()
  fill('Search by camera...', 'yard')
  await choose(screen.getAllByRole('radio')[0])
  fill('Title', 'Fox')
  fill('Expires After', '3')
  await choose(screen.getByRole('switch', { name: 'Password Protection' }))
  fill('Password', 'short')
  await press('Create Secure Share')
  expect(screen.getByRole('alert').textContent).toBe('A password has at least 6 characters.')
  fill('Password', 'correct horse')
  await press('Create Secure Share')
  const [share] = await sharesOnHub()
  expect(share).toMatchObject({ title: 'Fox', isPublic: false, hasPassword: true })
  expect(app.copied).toEqual([expect.stringContaining(pathOf(share))])
  expect(app.toasts.map(({ text }) => text)).toEqual([messages.shareMade])
  const card = within(screen.getByRole('listitem'))
  for (const text of ['Fox', 'Private', '0 views', 'Password protected']) expect(card.getByText(text)).toBeDefined()
  const preview = card.getByRole('link', { name: 'Preview' })
  expect(preview.getAttribute('href')).toBe(`/video-sharing?open=${share?.id}`)
})

it('Enter in the search of its clips shares nothing: the one chosen may not even be listed any more (SHARE-27)', async () => {
  await open()
  await choose(screen.getAllByRole('radio')[0])
  fill('Title', 'Fox')
  fill('Search by camera...', 'garage')
  await userEvent.setup().type(screen.getByLabelText('Search by camera...'), '{Enter}')
  await act(() => app.settle())
  expect([app.backend.sentTo('POST /shares'), screen.getByRole('alert', { hidden: true }).textContent]).toEqual([
    [],
    '',
  ])
})

it('leaves what is typed and chosen alone while a share is made (SHARE-13)', async () => {
  await open()
  await choose(screen.getAllByRole('radio')[0])
  fill('Title', 'Fox')
  const line = slow()
  app.backend.play(only('POST /shares', line.scenario))
  fireEvent.click(screen.getByRole('button', { name: 'Create Secure Share' }))
  await act(() => line.arrived())
  fill('Title', 'Badger')
  fireEvent.click(screen.getAllByRole('radio')[1] ?? document.body)
  line.letGo()
  await act(() => app.settle())
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Badger')
  expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([false, true])
})

it('keeps what is typed and chosen while somebody looks at another screen, until it is made (SHARE-27)', async () => {
  const { unmount } = await open()
  await choose(screen.getAllByRole('radio')[1])
  fill('Title', 'Fox')
  unmount()
  await open()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Fox')
  expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([false, true])
  expect(app.store.get(hasUserDraftsAtom)).toBe(true)
  await press('Create Secure Share')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('')
  expect([await sharesOnHub(), app.store.get(hasUserDraftsAtom)]).toMatchObject([[{ title: 'Fox' }], false])
})

it('finds a clip that is older than all that is loaded, and says where there is none (SHARE-27)', async () => {
  const shed = await cameraOnHub(app, 'Shed')
  await clipsOnHub(app, shed.id, 1, -60)
  await clipsOnHub(app, (await cameraOnHub(app, 'Porch')).id, 2 * VIDEOS_PAGE_SIZE, 10)
  await open()
  const names = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent ?? '')
  expect(names()).toHaveLength(VIDEOS_PAGE_SIZE)
  expect(names().join()).not.toContain('Shed')
  fill('Search by camera...', 'shed')
  expect(screen.getByText('Searching older recordings.')).toBeDefined()
  await waitFor(() => expect(names()).toEqual([expect.stringContaining('Shed')]))
  // Of pages without it none was loaded: one question found it.
  expect(app.backend.sentTo('GET /videos')).toHaveLength(2)
  fill('Search by camera...', 'cellar')
  await screen.findByText('Nothing found.')
})

it('says how long the recordings to choose from are (FACT-07)', async () => {
  const film = padded(webmFilm({ durationMs: 15_000 }), 5_000, 7)
  const cameraId = (await cameraOnHub(app, 'Shed')).id
  await postClip(app.backend.hub.fastify, userOf(app), { cameraId, bytes: film })
  await app.backend.hub.hub.jobs.runNow(FACTS_JOB)
  await open()
  expect(screen.getAllByRole('radio')[0]?.closest('label')?.textContent).toMatch(/Shed, .*, 0:15$/)
})

it('changes and revokes a share, which asks first; an empty password leaves the old one (SHARE-27)', async () => {
  const [video] = await videosOnHub()
  const body = { videoId: video?.id, title: 'Fox', isPublic: false, expiryDays: 3, password: 'correct horse' }
  await send(app.backend.hub.fastify, userOf(app), 'POST', '/shares', body)
  await open()
  await press('Edit')
  fireEvent.change(within(await screen.findByRole('dialog')).getByLabelText('Title'), { target: { value: 'Badger' } })
  await act(async () => {
    const form = screen.getByRole('dialog').querySelector('form')
    if (form !== null) fireEvent.submit(form)
    await app.settle()
  })
  const [before] = await sharesOnHub()
  expect(app.backend.sentTo(`PATCH /shares/${before?.id}`)[0]?.json).toEqual({ title: 'Badger' })
  expect((await sharesOnHub())[0]).toMatchObject({ title: 'Badger', hasPassword: true })
  await press('Revoke Access')
  expect(await sharesOnHub()).toHaveLength(1)
  await press('Revoke')
  expect(await sharesOnHub()).toEqual([])
  expect(screen.getByText('Nothing is shared')).toBeDefined()
})

it('an edit is not lost by a press beside it, and takes back nothing that another member changed meanwhile (SHARE-27, UI-13)', async () => {
  const [video] = await videosOnHub()
  const body = { videoId: video?.id, title: 'Fox', isPublic: true, expiryDays: 3, password: null }
  const { id } = (await send(app.backend.hub.fastify, userOf(app), 'POST', '/shares', body)).json<Share>()
  await open()
  await press('Edit')
  const dialog = await screen.findByRole('dialog')
  const closed = { isPublic: false, password: 'correct horse' }
  await send(app.backend.hub.fastify, userOf(app), 'PATCH', `/shares/${id}`, closed)
  await act(async () => {
    // The list is read again as somebody comes back to the window.
    window.dispatchEvent(new Event('visibilitychange'))
    await app.settle()
  })
  expect(screen.getByText('Password protected')).toBeDefined()
  fireEvent.change(within(dialog).getByLabelText('Title'), { target: { value: 'Badger' } })
  await pressBesideDialog(app)
  await press('Save', within(dialog))
  expect(app.backend.sentTo(`PATCH /shares/${id}`)[0]?.json).toEqual({ title: 'Badger' })
  expect(await sharesOnHub()).toMatchObject([{ title: 'Badger', isPublic: false, hasPassword: true }])
})

it.each<[string, Scenario | undefined]>([
  ['saved', undefined],
  ['refused', answers(400, { code: 'invalid', message: 'No.' })],
])('what is typed while a share is %s stays, to be saved too (SHARE-27, UI-13)', async (_, answer) => {
  const [video] = await videosOnHub()
  const body = { videoId: video?.id, title: 'Fox', isPublic: true, expiryDays: 3, password: null }
  const { id } = (await send(app.backend.hub.fastify, userOf(app), 'POST', '/shares', body)).json<Share>()
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('dialog'))
  const line = slow()
  const isOver = app.backend.play(
    only(`PATCH /shares/${id}`, (request, next) =>
      line.scenario(request, (sent) => answer?.(sent, next) ?? next(sent)),
    ),
  )
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Badger' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await act(() => line.arrived())
  fireEvent.change(form.getByLabelText('Description'), { target: { value: 'At the fence' } })
  line.letGo()
  await act(() => app.settle())
  expect(screen.getByRole('dialog').getAttribute('data-state')).toBe('open')
  expect(form.queryByText('No.')).toBeNull()
  isOver()
  await press('Save', form)
  await act(() => app.settle())
  expect(screen.queryByRole('dialog')?.getAttribute('data-state')).not.toBe('open')
  const [share] = await sharesOnHub()
  expect([share?.title, share?.description]).toEqual(['Badger', 'At the fence'])
})

it('what is taken back while a share is saved is taken back by the next save (SHARE-27, UI-13)', async () => {
  const [video] = await videosOnHub()
  const body = { videoId: video?.id, title: 'Fox', isPublic: true, expiryDays: 3, password: 'correct horse' }
  const { id } = (await send(app.backend.hub.fastify, userOf(app), 'POST', '/shares', body)).json<Share>()
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('dialog'))
  const line = slow()
  const isOver = app.backend.play(only(`PATCH /shares/${id}`, line.scenario))
  const change = async (title: string) => {
    fireEvent.change(form.getByLabelText('Title'), { target: { value: title } })
    await act(async () => form.getByLabelText('Password Protection').click())
  }
  await change('Badger')
  expect(form.queryByLabelText('Password')).toBeNull()
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await act(() => line.arrived())
  await change('Fox')
  expect(form.getByLabelText('Password')).toBeDefined()
  line.letGo()
  await act(() => app.settle())
  isOver()
  expect(await sharesOnHub()).toMatchObject([{ title: 'Badger', hasPassword: false }])
  await press('Save', form)
  // The hub has none that could be kept.
  expect(form.getByRole('alert').textContent).toBe('A password has at least 6 characters.')
  fireEvent.change(form.getByLabelText('Password'), { target: { value: 'battery staple' } })
  await press('Save', form)
  expect(await sharesOnHub()).toMatchObject([{ title: 'Fox', hasPassword: true }])
})

it('the late answer to a save that was left closes no form that was opened in its place (SHARE-27, UI-13)', async () => {
  const [video] = await videosOnHub()
  const body = { videoId: video?.id, title: 'Fox', isPublic: true, expiryDays: 3, password: null }
  const { id } = (await send(app.backend.hub.fastify, userOf(app), 'POST', '/shares', body)).json<Share>()
  await open()
  const edit = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
    return within(await screen.findByRole('dialog'))
  }
  const left = await edit()
  fireEvent.change(left.getByLabelText('Title'), { target: { value: 'Badger' } })
  const line = slow()
  app.backend.play(only(`PATCH /shares/${id}`, line.scenario))
  fireEvent.click(left.getByRole('button', { name: 'Save' }))
  await act(() => line.arrived())
  fireEvent.click(left.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const next = await edit()
  fireEvent.change(next.getByLabelText('Description'), { target: { value: 'A long text' } })
  line.letGo()
  await act(() => app.settle())
  expect(screen.getByText('Badger')).toBeDefined()
  expect(screen.getByRole('dialog').getAttribute('data-state')).toBe('open')
  expect(next.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('A long text')
})

it('a clip is shared where it is listed, whatever is pressed beside the form; it then says until when it stays (SHARE-22, SHARE-28, UI-13)', async () => {
  await showScreen(
    app,
    <>
      <VideosScreen />
      <ShareDialog />
    </>,
  )
  await choose(screen.getAllByRole('button', { name: /^Share / })[0])
  const dialog = () => within(screen.getByRole('dialog'))
  fireEvent.change(dialog().getByLabelText('Title'), { target: { value: 'Fox' } })
  await pressBesideDialog(app)
  await press('Create Secure Share', dialog())
  const [share] = await sharesOnHub()
  expect(dialog().getByLabelText('Link')).toHaveProperty('value', expect.stringContaining(pathOf(share)))
  await press('Done', dialog())
  expect(screen.getByText(/Shared, kept until/)).toBeDefined()
})

it('a press beside the form of a share closes it where what was typed was taken out again (SHARE-28, UI-13)', async () => {
  await showScreen(
    app,
    <>
      <VideosScreen />
      <ShareDialog />
    </>,
  )
  await choose(screen.getAllByRole('button', { name: /^Share / })[0])
  fill('Title', 'Fox')
  fill('Title', '')
  await pressBesideDialog(app)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it.each([
  ['its event', async () => {}],
  ['the player', () => press(/^Play /)],
])('it is shared straight from %s, too (SHARE-28)', async (_place, come) => {
  await showScreen(
    app,
    <>
      <EventsScreen />
      <Player />
      <ShareDialog />
    </>,
  )
  await come()
  const isPlayer = screen.queryByRole('dialog') !== null
  const place = within(isPlayer ? screen.getByRole('dialog') : screen.getByRole('list', { name: 'Events' }))
  await choose(place.getAllByRole('button', { name: /^Share / })[0])
  const dialog = within(screen.getByRole('dialog', { name: 'Share this recording' }))
  fireEvent.change(dialog.getByLabelText('Title'), { target: { value: 'Fox' } })
  await press('Create Secure Share', dialog)
  expect(await sharesOnHub()).toMatchObject([{ title: 'Fox', videoId: (await videosOnHub())[0]?.id }])
})

it('opens the page of a share as a member, in its own place, or says why not (SHARE-19)', async () => {
  const [video] = await videosOnHub()
  const body = { videoId: video?.id, title: 'Fox', isPublic: false, expiryDays: 3, password: null }
  const { id } = (await send(app.backend.hub.fastify, userOf(app), 'POST', '/shares', body)).json<Share>()
  history.replaceState(null, '', `/video-sharing?open=${id}`)
  await open()
  await act(() => app.settle())
  expect(screen.queryByRole('status', { name: 'Opening the shared film' })).not.toBeNull()
  expect(app.toasts).toEqual([])
  expect(app.redirects).toEqual([expect.stringMatching(/^in place: .*\/s\/[\w-]{43}\?pass=/)])
  await act(async () => {
    history.pushState(null, '', '/video-sharing?open=other')
    await app.settle()
  })
  await act(() => app.settle())
  expect(screen.getByText(messages.shareNotYours)).toBeDefined()
  history.replaceState(null, '', '/')
})

it('takes nobody to the page of a share who has left before the hub’s word came (SHARE-19)', async () => {
  const [video] = await videosOnHub()
  const body = { videoId: video?.id, title: 'Fox', isPublic: false, expiryDays: 3, password: null }
  const { id } = (await send(app.backend.hub.fastify, userOf(app), 'POST', '/shares', body)).json<Share>()
  const line = slow()
  app.backend.play(only(`POST /shares/${id}/pass`, line.scenario))
  const shown = show(
    <Provider store={app.store}>
      <OpenShare shareId={id} />
    </Provider>,
  )
  await line.arrived()
  shown.unmount()
  line.letGo()
  await app.settle()
  expect([app.redirects, app.reports]).toEqual([[], []])
})

async function videosOnHub() {
  return (await send(app.backend.hub.fastify, userOf(app), 'GET', '/videos')).json<{ videos: { id: string }[] }>()
    .videos
}

it('says in place that more recordings did not come, and the same button tries again (SHARE-03, UI-03)', async () => {
  await clipsOnHub(app, (await cameraOnHub(app, 'Porch')).id, VIDEOS_PAGE_SIZE, 2)
  await open()
  const stop = app.backend.play(only('GET /videos', answers500))
  const said = () => screen.queryByText('More recordings did not come. Try again.')
  const pressMore = () => fireEvent.click(screen.getByRole('button', { name: 'Load More' }))
  holdTimers()
  pressMore()
  await act(() => pass(app, 8_000))
  expect(said()).not.toBeNull()
  stop()
  pressMore()
  await act(() => pass(app, 100))
  expect(said()).toBeNull()
})
