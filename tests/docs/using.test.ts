import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeToken } from '../server/support/api-tokens'
import { addCamera, pathOf, send } from '../server/support/calls'
import { postClip } from '../server/support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../server/support/hub'
import { writeRecorded } from '../server/support/recorded'

const root = resolve(import.meta.dirname, '..', '..')
const textOf = (document: string) => readFileSync(join(root, document), 'utf8')

let hub: TestHub
let ann: SignedInUser
beforeAll(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
})
afterAll(() => hub.close())

/** Words of Slack, of browsers and of systems, which the app does not write. */
const strangers = ['Apps', 'Incoming Webhooks', 'Advanced', 'only', 'and', 'classic', 'On the local network']

/** All that the app may write on a screen. */
function appTexts(): string {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

/** What a document sets in italics, without its bold words, links and questions. */
function namesIn(document: string): string[] {
  const text = textOf(document).replace(/\*\*[^*]+\*\*/g, '')
  const names = [...text.matchAll(/(?<![*\w])\*([^*\n]+)\*(?!\*)/g)].map(([, name = '']) => name)
  return names.filter((name) => !name.endsWith('?') && !strangers.includes(name))
}

describe('what a stranger reads (OPS-15)', () => {
  it.each(['docs/using.md', 'README.md'])(
    '%s: buttons, fields and choices are named as they stand in the app',
    (document) => {
      const texts = appTexts()
      const names = namesIn(document)
      expect(names.length).toBeGreaterThan(2)
      expect(names.filter((name) => !texts.includes(name))).toEqual([])
    },
  )

  it('docs/using.md: what a script calls is answered to a token that reads (TOKEN-03)', async () => {
    const text = textOf('docs/using.md')
    const { id: cameraId } = await addCamera(hub.fastify, ann, 'Yard')
    await postClip(hub.fastify, ann, { cameraId })
    const { headers } = await makeToken(hub.fastify, ann, ['read'])
    const calls = [...text.matchAll(/"Authorization: Bearer \$TOKEN" "\$HUB(\/v1[^"]+)"(?: \| jq -r '([^']+)')?/g)]
    expect(calls.map(([, , path]) => path)).toEqual([undefined, '.videos[0].videoUrl'])
    const answers = await Promise.all(calls.map(([, url = '']) => hub.fastify.inject({ url, headers })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers[0]?.json().events.length).toBeGreaterThan(0)
    const link = pathOf(answers[1]?.json().videos[0].videoUrl)
    expect((await hub.fastify.inject(link)).statusCode).toBe(200)
  })

  it('docs/using.md: the question for last night is answered with a link to the clip', async () => {
    const [, question = ''] = /ask, under \*\*AI Chat\*\*: \*([^*]+\?)\*/.exec(textOf('docs/using.md')) ?? []
    const { id: cameraId } = await addCamera(hub.fastify, ann, 'Front Door')
    const lastNightMs = Date.parse(new Date(hub.clock.now()).toISOString().slice(0, 10)) + 2 * 3_600_000
    const event = {
      cameraId,
      type: 'PERSON' as const,
      sizeBytes: 1000,
      atMs: lastNightMs,
      title: 'Person at Front Door',
    }
    await writeRecorded(hub.dataDir, ann, [event])
    const answer = await send(hub.fastify, ann, 'POST', '/ai/chat', { message: question, existingChatId: null })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toMatch(/Person at Front Door, \[open the clip\]\(http/)
  })
})
