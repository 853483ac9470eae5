import { once } from 'node:events'
import { expect, test } from 'vitest'
import { send } from '../support/calls'
import type { SignedInUser, TestHub } from '../support/hub'
import { startModelServer } from '../support/model-server'
import { meetingKinds } from '../support/together/meetings'
import { startTwoHubs } from '../support/together/two-hubs'
import { askNow, describeCamera, describedCamera, descriptions, postSeen } from '../support/vision/described'

type Ending = (hub: TestHub, owner: SignedInUser, cameraId: string) => Promise<unknown>

const endings: readonly (readonly [string, Ending])[] = [
  ['switched off', (hub, owner, cameraId) => describeCamera(hub, owner, cameraId, false)],
  ['removed', ({ fastify }, owner, cameraId) => send(fastify, owner, 'DELETE', `/cameras/${cameraId}`)],
]

test.each(meetingKinds.filter(({ isThere }) => isThere))(
  'what one hub asks of a camera is cut off where it is switched off or removed at another: by $name (VIS-08, SCALE-16)',
  { timeout: 60_000 },
  async (kind) => {
    const model = await startModelServer(() => ({ kind: 'silence' }))
    const more = { LLM_BASE_URL: model.url, LLM_MODEL: 'eye', LLM_API_KEY: 'key-1', LLM_VISION: '1' }
    const hubs = await startTwoHubs(kind, more)
    try {
      const { a, b } = hubs
      for (const [index, [, end]] of endings.entries()) {
        const owner = await a.signIn(`${index}@example.org`)
        const cameraId = await describedCamera(a, owner)
        await postSeen(a, owner, cameraId)
        const asked = once(model.asked, 'asked')
        const round = askNow(a)
        await asked
        await end(b, owner, cameraId)
        if (model.cutOff === index) await once(model.asked, 'cut-off', { signal: AbortSignal.timeout(10_000) })
        await round
        expect(await descriptions(b, owner)).toEqual([undefined])
      }
    } finally {
      await hubs.close()
      await model.close()
    }
  },
)
