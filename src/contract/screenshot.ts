import * as z from 'zod/mini'
import { call } from './call'
import { id, listOf } from './wire'

/** The latest snapshot of a camera. */
const screenshot = z.object({ cameraId: id, screenshotUrl: z.string() })

/** `snapshotIntervalMs`: how long the camera may wait before the next; null where the hub does not ask (an extension). */
const taken = z.catch(z.object({ snapshotIntervalMs: z.catch(z.nullable(z.number().check(z.positive())), null) }), {
  snapshotIntervalMs: null,
})

export const screenshotCalls = {
  list: call({ method: 'GET', path: '/screenshots', signedIn: true, status: 200, answer: listOf(screenshot) }),
  upload: call({
    method: 'POST',
    path: '/screenshots/:cameraId/upload',
    signedIn: true,
    status: 201,
    form: { file: 'screenshot', fields: z.object({}) },
    answer: taken,
  }),
}
