import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { indexedDbClipStore } from '../../../src/outbox/indexed-db-store'
import {
  clipBegunAtom,
  clipEndedAtom,
  clipPartAtom,
  startDeliveryService,
} from '../../../src/state/recordings/delivery'
import { deleteWorkspaceAtom } from '../../../src/state/workspace/workspace-removal'
import { startApp, type TestApp } from '../../support/app'
import { browserLocks, clipLocks, equip, partOf, recordingOf, waitingClip } from '../../support/outbox'
import { userOf } from '../support/hub-data'

let app: TestApp
let endService: () => void
beforeEach(async () => {
  const locks = browserLocks()
  app = await startApp({ clips: indexedDbClipStore(crypto.randomUUID()), locks })
  equip(app.store, { ifFree: clipLocks(locks).ifFree })
  await app.signIn('ann@example.org')
  endService = startDeliveryService(app.store)
  await app.settle()
})
afterEach(async () => {
  endService()
  await app.close()
})

const remove = () => app.store.set(deleteWorkspaceAtom, 'ann@example.org')

async function kept(): Promise<string[]> {
  const { clips } = app.services
  return [...(await clips.list()), ...(await clips.recordings())].map(({ workspaceId }) => workspaceId)
}

test('no clip is made of what this tab recorded for a workspace that was deleted meanwhile (EXT-14)', async () => {
  const id = crypto.randomUUID()
  const head = { id, startedAtMs: 1, mediaType: 'video/webm', hasAudio: false }
  app.store.set(clipBegunAtom, userOf(app).workspaceId, 'front', head)
  app.store.set(clipPartAtom, id, new Uint8Array([1]))
  await app.settle()
  expect(await kept()).toEqual([userOf(app).workspaceId])
  expect(await remove()).toEqual({ kind: 'deleted' })
  app.store.set(clipEndedAtom, id)
  await app.settle()
  expect(await kept()).toEqual([])
})

test('what a dead tab recorded for a deleted workspace goes too, and for another stays (EXT-14)', async () => {
  const { clips } = app.services
  await clips.begin(recordingOf(1, { workspaceId: userOf(app).workspaceId }))
  await clips.append(partOf(1, 0))
  await clips.begin(recordingOf(2, { workspaceId: 'another' }))
  expect(await remove()).toEqual({ kind: 'deleted' })
  expect(await kept()).toEqual(['another'])
})

test('a recording that becomes a clip while both are listed goes all the same (EXT-14)', async () => {
  const { clips } = app.services
  const { workspaceId } = userOf(app)
  await clips.begin(recordingOf(1, { workspaceId }))
  const [list, recordings] = [clips.list.bind(clips), clips.recordings.bind(clips)]
  let reads = 0
  const read = async <T>(from: () => Promise<T>): Promise<T> => {
    const found = await from()
    reads++
    if (reads === 1) await clips.finish(waitingClip(1, { workspaceId }))
    return found
  }
  vi.spyOn(clips, 'list').mockImplementation(() => read(list))
  vi.spyOn(clips, 'recordings').mockImplementation(() => read(recordings))
  expect(await remove()).toEqual({ kind: 'deleted' })
  vi.restoreAllMocks()
  expect(await kept()).toEqual([])
})
