import { afterEach, expect, test, vi } from 'vitest'
import { calls } from '../../../src/contract/calls'
import {
  canSearchHubAtom,
  hubEventsQueryAtom,
  hubSearchAtom,
  searchHubAtom,
} from '../../../src/state/events/event-search'
import { eventsQueryAtom, eventsSearchAtom } from '../../../src/state/events/events'
import { extensionsAtom } from '../../../src/state/http/extensions'
import { startLiveLine } from '../../../src/state/live/live-line'
import { liveLineAtom } from '../../../src/state/live/presence'
import {
  hasMembersAtom,
  inviteAtom,
  leaveWorkspaceAtom,
  membersQueryAtom,
  ownMemberAtom,
  placesAtom,
  removeMemberAtom,
} from '../../../src/state/members/members'
import { messages } from '../../../src/state/messages'
import { configQueryAtom } from '../../../src/state/notifications/settings'
import { webhooksQueryAtom } from '../../../src/state/notifications/webhooks'
import { apiTokensQueryAtom } from '../../../src/state/sign-in/api-tokens'
import { sessionAtom } from '../../../src/state/sign-in/session'
import { workspaceQueryAtom } from '../../../src/state/workspace/workspace'
import { canDeleteWorkspaceAtom, deleteWorkspaceAtom } from '../../../src/state/workspace/workspace-removal'
import { type AppOptions, holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { ORIGIN } from '../../support/backend'
import { answers500, offline, only, type Scenario, slow, withoutExtensions } from '../../support/scenarios'
import { cameraOnHub, clipsOnHub } from '../support/hub-data'

let app: TestApp
afterEach(() => app.close())

const SMTP_URL = 'smtp://127.0.0.1:9'

async function start(options: AppOptions = { tier: 'TEAM', environment: { SMTP_URL } }): Promise<void> {
  app = await startApp(options)
  await app.signIn('ann@example.org')
  app.watch(workspaceQueryAtom, membersQueryAtom)
  await app.settle()
}
const emails = () => app.store.get(membersQueryAtom).data?.map(({ email, state }) => `${email} ${state}`)
const personAt = (index: number) => {
  const person = app.store.get(membersQueryAtom).data?.[index]
  if (person === undefined) throw new Error(`There is nobody at ${index}.`)
  return person
}

test('a provider that names no extension is asked for nobody and no search (EXT-02)', async () => {
  app = await startApp({ tier: 'TEAM' })
  app.backend.play(withoutExtensions)
  await app.signIn('ann@example.org')
  app.watch(workspaceQueryAtom, membersQueryAtom, eventsQueryAtom, hubEventsQueryAtom)
  app.store.set(eventsSearchAtom, 'people today')
  app.store.set(searchHubAtom, 0)
  await app.settle()
  const offered = [hasMembersAtom, canDeleteWorkspaceAtom, canSearchHubAtom].map((atom) => app.store.get(atom))
  expect(offered).toEqual([false, false, false])
  expect(app.store.get(hubSearchAtom)).toBeNull()
  expect(app.backend.sent.filter(({ path }) => /members|search/.test(path))).toEqual([])
})

test('who is invited is listed at once, holds a place of the plan, and can be withdrawn (extension members)', async () => {
  await start()
  expect([app.store.get(ownMemberAtom)?.role, app.store.get(placesAtom)]).toEqual(['owner', { taken: 1, total: 5 }])
  expect(await app.store.set(inviteAtom, ' Bob@Example.org ')).toEqual({ kind: 'sent' })
  expect(emails()).toEqual(['ann@example.org joined', 'bob@example.org invited'])
  expect(app.store.get(placesAtom)?.taken).toBe(2)
  await app.store.set(removeMemberAtom, personAt(1))
  expect(emails()).toEqual(['ann@example.org joined'])
  expect(app.toasts.map(({ text }) => text)).toEqual([
    'Invitation sent to bob@example.org.',
    'The invitation to bob@example.org was withdrawn.',
  ])
})

test('an invitation that nobody is mailed is told of as printed, so that somebody tells them (HUB-20)', async () => {
  await start({ tier: 'TEAM' })
  await app.store.set(inviteAtom, 'bob@example.org')
  const words =
    'This hub has no mail server: the invitation to bob@example.org is printed on its terminal, as codes are. Tell them.'
  expect(app.toasts).toEqual([{ kind: 'success', text: words }])
})

test('an invitation that was taken up meanwhile is not said to be withdrawn', async () => {
  await start()
  await app.store.set(inviteAtom, 'bob@example.org')
  const invited = personAt(1)
  await app.backend.hub.signIn('bob@example.org')
  await app.store.set(removeMemberAtom, invited)
  expect(emails()).toEqual(['ann@example.org joined', 'bob@example.org joined'])
  expect(app.toasts.at(-1)).toEqual({ kind: 'warning', text: messages.hasJoined('bob@example.org') })
})

test('an invitation of which the hub does not say whether it was taken up is not said to be withdrawn', async () => {
  await start()
  await app.store.set(inviteAtom, 'bob@example.org')
  const invited = personAt(1)
  await app.backend.hub.signIn('bob@example.org')
  holdTimers()
  app.backend.play(only('GET /members', offline))
  const removal = app.store.set(removeMemberAtom, invited)
  // The read is tried three times more.
  for (let seconds = 0; seconds < 10; seconds += 2) await pass(app, 2_000)
  await removal
  vi.useRealTimers()
  expect(app.toasts.at(-1)).toEqual({ kind: 'warning', text: messages.mayHaveJoined('bob@example.org') })
})

test('what is no address is not sent; a refusal is the hub’s own sentence; without the hub it says what to do', async () => {
  await start({ tier: 'PRO' })
  expect(await app.store.set(inviteAtom, 'bob')).toMatchObject({ kind: 'refused', text: /^Give an e-mail/ })
  expect(app.backend.sentTo('POST /members')).toEqual([])
  const text = 'The plan allows 1 user. Upgrade the plan, or remove somebody first.'
  expect(await app.store.set(inviteAtom, 'bob@example.org')).toEqual({ kind: 'refused', text })
  app.backend.play(only('POST /members', offline))
  expect(await app.store.set(inviteAtom, 'bob@example.org')).toEqual({
    kind: 'refused',
    text: 'The hub could not be reached. Check the connection and try again.',
  })
})

test('who could not be removed stays in the list, and the user is told why', async () => {
  await start()
  await app.store.set(inviteAtom, 'bob@example.org')
  const bob = personAt(1)
  app.backend.play(only(`DELETE /members/${bob.id}`, answers500))
  await app.store.set(removeMemberAtom, bob)
  expect(emails()).toHaveLength(2)
  expect(app.toasts.at(-1)).toEqual({ kind: 'error', text: 'bob@example.org could not be removed. Something broke.' })
})

test('who removes somebody that mails went to is told where they go now, and the settings show it (MSG-11)', async () => {
  await start()
  const [own, other] = ['ann@example.org', 'bob@example.org']
  await app.store.set(inviteAtom, other)
  await app.signIn(other)
  await app.signIn(own)
  const config = await app.until(configQueryAtom, ({ data }) => data !== undefined)
  if (config.data === undefined) throw new Error('The settings did not come.')
  const body = { ...config.data, notifyEmail: other }
  await app.services.http.send(calls.workspaceConfig.setIntegrations, { body })
  app.watch(configQueryAtom, membersQueryAtom)
  await app.until(configQueryAtom, ({ data }) => data?.notifyEmail === other)
  await app.until(membersQueryAtom, ({ data }) => data?.[1]?.state === 'joined')
  await app.store.set(removeMemberAtom, personAt(1))
  expect(app.toasts.at(-1)?.text).toBe(
    `${other} was removed from the workspace. Notifications by e-mail, which went there, go to ${own} now.`,
  )
  await app.until(configQueryAtom, ({ data }) => data?.notifyEmail === own)
})

test('what ends with whoever is removed goes from the lists beside: their API tokens and webhooks (TOKEN-08, HOOK-03)', async () => {
  await start()
  await app.store.set(inviteAtom, 'bob@example.org')
  await app.signIn('bob@example.org')
  const webhook = { name: 'Bob’s lights', url: 'https://example.org/hook', cameraIds: null }
  await app.services.http.send(calls.apiTokens.create, { body: { name: 'Bob’s backup', scopes: ['read'] } })
  await app.services.http.send(calls.webhooks.create, { body: { ...webhook, kinds: ['event.created'] } })
  await app.signIn('ann@example.org')
  app.watch(membersQueryAtom, apiTokensQueryAtom, webhooksQueryAtom)
  await app.until(apiTokensQueryAtom, ({ data }) => data?.length === 1)
  await app.until(webhooksQueryAtom, ({ data }) => data?.length === 1)
  await app.until(membersQueryAtom, ({ data }) => data?.[1]?.state === 'joined')
  await app.store.set(removeMemberAtom, personAt(1))
  await app.settle()
  expect([app.store.get(apiTokensQueryAtom).data, app.store.get(webhooksQueryAtom).data]).toEqual([[], []])
})

test('who leaves is signed out here and told so; who could not stays signed in', async () => {
  await start()
  await app.store.set(inviteAtom, 'bob@example.org')
  await app.signIn('bob@example.org')
  await app.settle()
  const { call, give } = leave()
  const end = app.backend.play(only(call, answers500))
  await give()
  expect([app.store.get(sessionAtom).phase, app.toasts.at(-1)?.kind]).toEqual(['signed-in', 'error'])
  end()
  await give()
  expect(app.store.get(sessionAtom).phase).toBe('signed-out')
  expect(app.navigations.at(-1)).toEqual({ path: '/login', replace: true })
  expect(app.toasts.at(-1)?.text).toBe('You left the workspace. Sign in to use one of your own.')
})

const leave = () => {
  const own = app.store.get(ownMemberAtom)
  if (own === null) throw new Error('Who is signed in is not in the list.')
  return { call: `DELETE /members/${own.id}`, give: () => app.store.set(leaveWorkspaceAtom, own) }
}
const deleteAll = () => ({
  call: `DELETE /workspaces/${app.services.session.read()?.workspaceId}`,
  give: () => app.store.set(deleteWorkspaceAtom, 'ann@example.org'),
})

test.each([
  { deed: 'leaves', by: 'bob@example.org', to: leave, told: 'You left the workspace. Sign in to use one of your own.' },
  { deed: 'deletes all', by: 'ann@example.org', to: deleteAll, told: messages.workspaceDeleted },
])('who $deed over a slow line, while all else is refused already, is told that and nothing else', async (row) => {
  await start({ tier: 'TEAM', liveOrigin: ORIGIN })
  await app.store.set(inviteAtom, 'bob@example.org')
  await app.signIn(row.by)
  await app.settle()
  const endLine = startLiveLine(app.store)
  const { call, give } = row.to()
  const line = slow()
  app.backend.play(only(call, line.scenario))
  const given = give()
  await line.arrived()
  const meanwhile = [app.store.get(liveLineAtom)]
  await app.services.http.send(calls.cameras.checkStatuses, {})
  line.letGo()
  await given
  expect([...meanwhile, app.store.get(liveLineAtom)]).toEqual([null, null])
  expect([app.store.get(sessionAtom).phase, app.navigations.at(-1)?.path]).toEqual(['signed-out', '/login'])
  expect(app.toasts.slice(1).map(({ text }) => text)).toEqual([row.told])
  endLine()
})

test('who deletes all, whose answer is lost while all else is refused already, is told why they are signed out', async () => {
  await start()
  const { call, give } = deleteAll()
  const line = slow()
  const lost: Scenario = async (request, next) => {
    await line.scenario(request, next)
    return offline(request, next)
  }
  app.backend.play(only(call, lost))
  const given = give()
  await line.arrived()
  await app.services.http.send(calls.cameras.checkStatuses, {})
  expect([app.store.get(sessionAtom).phase, app.toasts]).toEqual(['signed-out', []])
  line.letGo()
  await given
  expect(app.navigations.at(-1)?.path).toBe('/login')
  expect(app.toasts.map(({ text }) => text.slice(0, 40))).toEqual(['Your session on this device has ended. S'])
})

test('who could not leave has the line again', async () => {
  await start({ tier: 'TEAM', liveOrigin: ORIGIN })
  const endLine = startLiveLine(app.store)
  const { call, give } = leave()
  app.backend.play(only(call, answers500))
  const given = give()
  expect(app.store.get(liveLineAtom)).toBeNull()
  await given
  expect(app.store.get(liveLineAtom)).not.toBeNull()
  endLine()
})

test('a workspace is deleted for its address only; then nobody is signed in and nothing waits for it (extension workspace-removal)', async () => {
  await start()
  const { workspaceId } = app.services.session.read() ?? {}
  const waiting = { id: crypto.randomUUID(), cameraId: 'c', content: new Blob(['x']), mediaType: 'video/webm' }
  const rest = {
    hasAudio: false,
    startedAtMs: 1,
    thumbnail: null,
    detections: [],
    refusal: 'Full.',
    isRefusedForNow: true,
  }
  for (const id of [workspaceId ?? '', 'another']) {
    await app.services.clips.put({ ...waiting, ...rest, id: crypto.randomUUID(), workspaceId: id })
  }
  expect(await app.store.set(deleteWorkspaceAtom, 'bob@example.org')).toEqual({
    kind: 'refused',
    text: 'This is not the address you are signed in with. Type it to remove the workspace.',
  })
  expect(app.store.get(sessionAtom).phase).toBe('signed-in')
  expect(await app.store.set(deleteWorkspaceAtom, ' ANN@example.org ')).toEqual({ kind: 'deleted' })
  expect(app.store.get(sessionAtom).phase).toBe('signed-out')
  expect((await app.services.clips.list()).map((clip) => clip.workspaceId)).toEqual(['another'])
  expect(app.toasts.map(({ text }) => text)).toEqual([
    'The workspace was deleted with everything in it. Sign in to begin a new one.',
  ])
})

test('the hub searches all events by the typed words; other words lead back to the loaded page (extension event-search)', async () => {
  await start()
  await clipsOnHub(app, (await cameraOnHub(app)).id, 7)
  app.watch(eventsQueryAtom, hubEventsQueryAtom)
  app.store.set(eventsSearchAtom, ' motion at the door ')
  expect(app.backend.sentTo('GET /notifications/search')).toEqual([])
  app.store.set(searchHubAtom, 0)
  const { data } = await app.until(hubEventsQueryAtom, (query) => query.data !== undefined)
  expect([data?.events.length, data?.total]).toEqual([5, 7])
  expect(data?.readAs).toContain('Door')
  app.store.set(searchHubAtom, 1)
  await app.until(hubEventsQueryAtom, (query) => query.data?.events.length === 2)
  const [first] = app.backend.sentTo('GET /notifications/search')
  const sent = new URLSearchParams(first?.path.split('?')[1])
  expect([sent.get('q'), sent.get('page'), sent.get('timeZone')]).toEqual([
    'motion at the door',
    '0',
    expect.any(String),
  ])
  app.store.set(eventsSearchAtom, 'motion')
  expect(app.store.get(hubSearchAtom)).toBeNull()
  app.store.set(extensionsAtom, new Set())
  expect(app.store.get(canSearchHubAtom)).toBe(false)
})
