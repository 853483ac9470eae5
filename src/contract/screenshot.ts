import * as z from 'zod/mini'
import { call } from './call'
import { ignored, listOf } from './wire'

/** The latest snapshot of a camera. */
export const screenshot = z.object({ cameraId: z.string(), screenshotUrl: z.string() })
export type Screenshot = z.infer<typeof screenshot>

export const screenshotCalls = {
  list: call({ method: 'GET', path: '/screenshots', signedIn: true, status: 200, answer: listOf(screenshot) }),
  upload: call({
    method: 'POST',
    path: '/screenshots/:cameraId/upload',
    signedIn: true,
    status: 201,
    form: { file: 'screenshot', fields: z.object({}) },
    answer: ignored,
  }),
}
