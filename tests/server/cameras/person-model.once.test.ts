import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { downloadModel } from '../../../server/cameras/person-model/person-model-download'
import { readConfig } from '../../../server/hub/config'
import { EXTENSIONS_HEADER } from '../../../src/contract/extensions'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7) % 251))

let folder: string
let hub: TestHub | null = null
let server: Server | null = null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightjar-model-'))
})
afterEach(async () => {
  await hub?.close()
  server?.closeAllConnections()
  server?.close()
  hub = null
  server = null
  await rm(folder, { recursive: true, force: true })
})

/** A file server on this machine's own address. */
async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener)
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/person.onnx`
}

async function start(environment: Record<string, string>): Promise<SignedInUser> {
  hub = await startTestHub({ environment, dataDir: folder })
  return hub.signIn()
}

const ask = (user: SignedInUser) =>
  hub?.fastify.inject({ url: '/v1/person-model', headers: user.headers }).then((answer) => ({
    model: answer.json<{ model: { url: string; inputSize: number; classIndex: number } | null }>().model,
    offered: String(answer.headers[EXTENSIONS_HEADER]).split(', ').includes('person-model'),
  }))

const get = (url: string) => {
  const { pathname, search } = new URL(url)
  return hub?.fastify.inject({ url: pathname + search })
}

describe('the settings of the model (PERSON-03)', () => {
  test('are a file or an address, with size and class where they differ from the usual', () => {
    const read = (set: Record<string, string>) => {
      const result = readConfig(set)
      return result.ok ? result.config.personModel : result.problems
    }
    expect(read({ PERSON_MODEL: './person.onnx' })).toEqual({
      source: { kind: 'file', path: './person.onnx' },
      inputSize: 640,
      classIndex: 0,
    })
    const address = 'https://models.example.org/yolo.onnx'
    expect(read({ PERSON_MODEL: address, PERSON_MODEL_SIZE: '320', PERSON_MODEL_CLASS: '14' })).toEqual({
      source: { kind: 'address', url: address },
      inputSize: 320,
      classIndex: 14,
    })
    expect(read({})).toBeNull()
    expect(read({ PERSON_MODEL: 'none' })).toBeNull()
  })

  test.each([
    [{ PERSON_MODEL: 'ftp://example.org/a.onnx' }, 'PERSON_MODEL must be the path of an ONNX file'],
    [{ PERSON_MODEL: 'https://' }, 'PERSON_MODEL must be the path of an ONNX file'],
    [{ PERSON_MODEL: 'a.onnx', PERSON_MODEL_SIZE: '31' }, 'PERSON_MODEL_SIZE must be'],
    [{ PERSON_MODEL: 'a.onnx', PERSON_MODEL_SIZE: '2049' }, 'PERSON_MODEL_SIZE must be'],
    [{ PERSON_MODEL: 'a.onnx', PERSON_MODEL_SIZE: '6e2' }, 'PERSON_MODEL_SIZE must be'],
    [{ PERSON_MODEL: 'a.onnx', PERSON_MODEL_CLASS: '-1' }, 'PERSON_MODEL_CLASS must be'],
    [{ PERSON_MODEL_SIZE: '640' }, 'PERSON_MODEL_SIZE says how PERSON_MODEL is read'],
    [{ PERSON_MODEL: 'none', PERSON_MODEL_SIZE: '640' }, 'PERSON_MODEL_SIZE says how PERSON_MODEL is read'],
    [{ PERSON_MODEL_CLASS: '0' }, 'PERSON_MODEL_CLASS says how PERSON_MODEL is read'],
  ])('that are wrong end the start with one sentence each: %j (ENV-04)', (set, sentence) => {
    expect(readConfig(set)).toEqual({ ok: false, problems: [expect.stringContaining(sentence)] })
  })
})

describe('a hub without a model', () => {
  test('offers none, and says so when asked (EXT-05)', async () => {
    expect(await ask(await start({}))).toEqual({ model: null, offered: false })
  })

  test.each([
    ['none', false],
    ['', true],
  ])(
    'has cameras look for nobody where its operator wants that: PERSON_MODEL=%s (PERSON-10)',
    async (PERSON_MODEL, isOffered) => {
      const { headers } = await start({ PERSON_MODEL })
      const answer = await hub?.fastify.inject({ url: '/v1/cameras', headers })
      const offered = String(answer?.headers[EXTENSIONS_HEADER]).split(', ')
      expect(['detections', 'label-choices', 'facts'].map((name) => offered.includes(name))).toEqual([
        isOffered,
        isOffered,
        true,
      ])
    },
  )
})

describe('a model that is a file', () => {
  beforeEach(() => writeFile(join(folder, 'mine.onnx'), bytes))

  test('is offered with a signed link that a worker opens without a token (EXT-05)', async () => {
    const PERSON_MODEL = join(folder, 'mine.onnx')
    const asked = await ask(await start({ PERSON_MODEL, PERSON_MODEL_SIZE: '320', PERSON_MODEL_CLASS: '3' }))
    expect(asked).toMatchObject({ offered: true, model: { inputSize: 320, classIndex: 3 } })
    const answer = await get(asked?.model?.url ?? '')
    expect([answer?.statusCode, answer?.rawPayload.equals(bytes)]).toEqual([200, true])
    expect(answer?.headers).toMatchObject({
      'content-length': '5000',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    })
  })

  test('is not given to a link that is damaged, foreign or old', async () => {
    const asked = await ask(await start({ PERSON_MODEL: join(folder, 'mine.onnx') }))
    const url = asked?.model?.url ?? ''
    const damaged = url.replace(/signature=./, (begun) => (begun.endsWith('A') ? 'signature=B' : 'signature=A'))
    expect((await get(damaged))?.statusCode).toBe(404)
    expect((await get(url.replace(/model\/./, 'model/x')))?.statusCode).toBe(404)
    expect((await get(url.split('?')[0] ?? ''))?.statusCode).toBe(404)
    hub?.clock.advance(11 * 60_000)
    expect((await get(url))?.statusCode).toBe(404)
  })

  test('has another name when its content is another, so that no browser keeps the old one', async () => {
    const PERSON_MODEL = join(folder, 'mine.onnx')
    const nameOf = async () => new URL((await ask(await start({ PERSON_MODEL })))?.model?.url ?? '').pathname
    const before = await nameOf()
    await hub?.close()
    await writeFile(PERSON_MODEL, bytes.subarray(1))
    expect(await nameOf()).not.toBe(before)
  })

  test('must be there when the hub starts, and no larger than cameras can hold', async () => {
    const missing = startTestHub({ dataDir: folder, environment: { PERSON_MODEL: join(folder, 'none.onnx') } })
    await expect(missing).rejects.toThrow('none.onnx is no file that this user may read.')
    await expect(startTestHub({ dataDir: folder, environment: { PERSON_MODEL: folder } })).rejects.toThrow('is no file')
  })
})

describe('a model behind an address', () => {
  test('is fetched once into the data folder, and served from there', async () => {
    let requests = 0
    const PERSON_MODEL = await serve((_request, answer) => {
      requests++
      answer.end(bytes)
    })
    let user = await start({ PERSON_MODEL })
    await vi.waitFor(async () => expect((await ask(user))?.model).not.toBeNull(), 5_000)
    await hub?.close()
    user = await start({ PERSON_MODEL })
    await vi.waitFor(async () => expect((await ask(user))?.model).not.toBeNull(), 5_000)
    expect(requests).toBe(1)
    const [name = ''] = await readdir(join(folder, 'person-model'))
    expect((await readFile(join(folder, 'person-model', name))).equals(bytes)).toBe(true)
    expect((await get((await ask(user))?.model?.url ?? ''))?.rawPayload.equals(bytes)).toBe(true)
  })

  test('that cannot be fetched leaves cameras their own detector, and says why in the log', async () => {
    const PERSON_MODEL = await serve((_request, answer) => answer.writeHead(404).end('no'))
    hub = await startTestHub({ dataDir: folder, logLevel: 'warn', environment: { PERSON_MODEL } })
    const user = await hub.signIn()
    const sentence = 'PERSON_MODEL could not be fetched: its server answered 404. Restart to try again.'
    await vi.waitFor(() => expect(hub?.logLines.join('')).toContain(sentence), 5_000)
    expect((await ask(user))?.model).toBeNull()
  })
})

describe('fetching a model', () => {
  const path = () => join(folder, 'fetched.onnx')
  const open = new AbortController().signal

  test.each<[string, RequestListener, RegExp]>([
    ['larger than is allowed', (_request, answer) => void answer.end(bytes), /^it is larger than/],
    ['without an end', (_request, answer) => void answer.write(bytes.subarray(0, 100)), /^it took longer than 0.3 s/],
    ['a page', (_request, answer) => void answer.setHeader('content-type', 'text/html').end('<p>'), /^a page is there/],
    [
      'cut off',
      (_request, answer) => {
        answer.writeHead(200, { 'content-length': 9 }).write('1')
        setTimeout(() => answer.destroy(), 20)
      },
      /./,
    ],
  ])('keeps nothing of what is %s', async (_what, listener, reason) => {
    const url = await serve(listener)
    const limits = { sizeBytes: 4_000, timeMs: 300 }
    await expect(downloadModel(url, path(), open, limits)).rejects.toThrow(reason)
    expect(await readdir(folder)).toEqual([])
  })

  test('ends with the hub', async () => {
    const closing = new AbortController()
    const url = await serve((_request, answer) => {
      answer.write('a')
      closing.abort()
    })
    await expect(downloadModel(url, path(), closing.signal)).rejects.toThrow(/abort/i)
    expect(await readdir(folder)).toEqual([])
  })
})
