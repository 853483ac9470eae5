import { expect, test } from 'vitest'
import { API_PREFIX } from '../../../src/contract/limits'
import { addCamera } from '../support/calls'
import { postClip } from '../support/forms'
import { codeIn, startTestHub } from '../support/hub'
import { SecretWatch } from '../support/secret-watch'

const token = `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(20)}.${'b'.repeat(20)}`
const mail = { to: 'ann@example.org', subject: 'Code', text: 'Your code:\n\n123456\n' }

test.each([
  ['an access token', `{"level":30,"url":"/x?token=${token}"}`],
  ['the signature of a link', '{"level":30,"url":"/media/a.webm?signature=abcdefghijklmnopqrst"}'],
  ['a header with a token', '{"level":30,"authorization":"Bearer abcdefghijklmnopqrst"}'],
  ['the address of a webhook', '{"level":30,"url":"https://hooks.slack.com/services/T0/B0/abc"}'],
  ['a code', '{"level":30,"msg":"sent 123456 to ann"}'],
  ['a refresh token', '{"level":30,"token":"very-secret"}'],
])('every hub of the suite is closed with a search for secrets in its log: %s is found (OPS-02)', (what, line) => {
  const watch = new SecretWatch()
  watch.noteSecret('a refresh token', 'very-secret')
  watch.write(line)
  expect(() => watch.check([mail])).toThrow(`The hub logged ${what}`)
})

test('the usual way through the hub leaves lines and no secret in them (OPS-02)', async () => {
  const hub = await startTestHub({ logLevel: 'trace' })
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  const url = `${API_PREFIX}/videos?page=0&pageSize=6`
  const listed = await hub.fastify.inject({ url, headers: ann.headers })
  const [{ videoUrl } = { videoUrl: '' }] = listed.json<{ videos: { videoUrl: string }[] }>().videos
  const { pathname, search } = new URL(videoUrl, 'http://localhost')
  expect((await hub.fastify.inject({ url: pathname + search })).statusCode).toBe(200)
  const payload = { email: ann.email, otp: codeIn(hub.mails, ann.email) }
  await hub.fastify.inject({ method: 'POST', url: `${API_PREFIX}/auth/verify-otp`, payload })
  await hub.fastify.inject({ method: 'POST', url: `${API_PREFIX}/auth/verify-otp?token=${ann.token}`, payload: '{' })
  expect(hub.logLines.length).toBeGreaterThan(4)
  await hub.close()
})
