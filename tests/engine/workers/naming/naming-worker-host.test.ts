import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Detector, LookPicture, PicturePart } from '../../../../src/engine/naming/detector'
import type { FromNamingWorker, PersonModel } from '../../../../src/engine/naming/naming-protocol'
import { NamingWorkerHost } from '../../../../src/engine/workers/naming/naming-worker-host'
import { labelGroups } from '../../../../src/lib/label'
import { fakeVideoFrame } from '../../../support/engine/fake-frames'

const model: PersonModel = { url: 'https://cam.example.org/m.onnx', inputSize: 640, classIndex: 0 }
const region = { left: 0.1, top: 0.2, width: 0.3, height: 0.4 }

/** A canvas that knows its size, and whether JPEGs can be made. */
class FakeCanvas {
  static isFailing = false
  static drawn: (readonly number[])[] = []
  width: number
  height: number
  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  getContext() {
    return {
      drawImage: (_source: unknown, ...places: number[]) => FakeCanvas.drawn.push(places),
      getImageData: (_x: number, _y: number, width: number, height: number) => ({
        data: new Uint8ClampedArray(4 * width * height),
      }),
    }
  }
  async convertToBlob({ type, quality }: { type: string; quality: number }): Promise<Blob> {
    if (FakeCanvas.isFailing) throw new DOMException('No.', 'EncodingError')
    return new Blob([`${this.width}x${this.height} ${quality}`], { type })
  }
}

beforeEach(() => {
  Object.assign(FakeCanvas, { isFailing: false, drawn: [] })
  vi.stubGlobal('OffscreenCanvas', FakeCanvas)
})
afterEach(() => vi.unstubAllGlobals())

function detector(name: 'default' | 'onnx', detect: Detector['detect'] = async () => []): Detector {
  return { name, groups: name === 'onnx' ? ['person'] : labelGroups, detect, close: () => undefined }
}

/** The smallest module there is. */
const emptyModule = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))
const noRuntime = () => Promise.reject<WebAssembly.Module>(new TypeError('Failed to fetch'))

function host({
  builtIn = async () => detector('default'),
  fromModel = async () => detector('onnx'),
  runtime = noRuntime,
} = {}) {
  const said: FromNamingWorker[] = []
  return { said, host: new NamingWorkerHost({ builtIn, fromModel, runtime }, (message) => said.push(message)) }
}

/** What a host with this detector says of a frame of this size. */
async function look(detect: Detector['detect'], width = 1280, height = 720, jpegAbove = -1, isWhole = true) {
  const { said, host: made } = host({ builtIn: async () => detector('default', detect) })
  await made.handle({ kind: 'load', model: null })
  const fake = fakeVideoFrame({ format: 'I420', width, height })
  await made.handle({
    kind: 'look',
    look: 7,
    frame: fake.frame,
    request: { moved: [region], around: isWhole ? [null] : [region], jpegAbove, jpegQuality: 0.7 },
  })
  return { fake, answer: said.at(-1) }
}

describe('which detector serves (PERSON-04)', () => {
  it('is the built-in one where the operator names no model', async () => {
    const { said, host: made } = host()
    await made.handle({ kind: 'load', model: null })
    expect(said).toEqual([{ kind: 'ready', groups: labelGroups, modelTrouble: null }])
  })

  it("is the operator's model, and the built-in one is not loaded", async () => {
    const { said, host: made } = host({ builtIn: () => Promise.reject(new Error('loaded')) })
    await made.handle({ kind: 'load', model })
    expect(said).toEqual([{ kind: 'ready', groups: ['person'], modelTrouble: null }])
  })

  it('is the built-in one where the model fails, with the reason', async () => {
    const { said, host: made } = host({ fromModel: () => Promise.reject(new Error('It is a cat.')) })
    await made.handle({ kind: 'load', model })
    expect(said).toEqual([{ kind: 'ready', groups: labelGroups, modelTrouble: 'It is a cat.' }])
  })

  it('is followed by the compiled runtime, for the page to hold (LABEL-15)', async () => {
    const { said, host: made } = host({ runtime: async () => emptyModule })
    await made.handle({ kind: 'load', model: null })
    expect(said.slice(1)).toEqual([{ kind: 'compiled', runtime: emptyModule }])
  })

  it('is none where none loads', async () => {
    const { said, host: made } = host({ builtIn: () => Promise.reject(new Error('The file did not come.')) })
    await made.handle({ kind: 'load', model: null })
    expect(said).toEqual([{ kind: 'unable', message: 'The file did not come.' }])
  })
})

describe('a look (PERSON-01)', () => {
  it.each([
    [1280, 720, '640x360 0.7'],
    [640, 480, '640x480 0.7'],
    [480, 640, '480x640 0.7'],
    [320, 180, '320x180 0.7'],
  ])('is at all of the frame of %i x %i, with a JPEG up to 640 wide', async (width, height, jpeg) => {
    const looked: [LookPicture, PicturePart][] = []
    const { answer } = await look(
      async (picture, part) => {
        looked.push([picture, part])
        return [{ label: 'person', box: region, score: 0.8 }]
      },
      width,
      height,
    )
    expect(looked).toMatchObject([
      [
        { width, height },
        { left: 0, top: 0, width, height },
      ],
    ])
    if (answer?.kind !== 'looked') throw new Error('It was not looked at.')
    expect(await answer.seen.jpeg?.text()).toBe(jpeg)
  })

  it('is at a part around what moved, as large as the detector wants it', async () => {
    let pixels = 0
    await look(
      async (picture, part) => {
        pixels = picture.pixels(part, { width: 30, height: 20 }).length
        return []
      },
      1280,
      720,
      -1,
      false,
    )
    expect(pixels).toBe(4 * 30 * 20)
    // 0.3 of 1280 pixels, and 0.4 of that on each side, in the corner: what moved is near it.
    expect(FakeCanvas.drawn.at(-1)).toEqual([0, 0, 691, 691, 0, 0, 30, 20])
  })

  it('tells all that was found, and makes no JPEG where nothing that moves is above the wanted score', async () => {
    const elsewhere = { ...region, left: 0.6 }
    const found = [
      { label: 'car', box: elsewhere, score: 0.9 },
      { label: 'person', box: region, score: 0.6 },
    ] as const
    const { answer } = await look(async () => found, 1280, 720, 0.6)
    expect(answer).toMatchObject({ kind: 'looked', look: 7, seen: { found, jpeg: null, parts: 1 } })
  })

  it('is at two parts of one frame where both are wanted, and names what both show once', async () => {
    const { said, host: made } = host({
      builtIn: async () => detector('default', async () => [{ label: 'person', box: region, score: 0.8 }]),
    })
    await made.handle({ kind: 'load', model: null })
    const { frame } = fakeVideoFrame({ format: 'I420', width: 1280, height: 720 })
    const request = { moved: [region], around: [region, null], jpegAbove: 1, jpegQuality: 0.7 }
    await made.handle({ kind: 'look', look: 7, frame, request })
    const one = { label: 'person', box: region, score: 0.8 }
    expect(said.at(-1)).toMatchObject({ kind: 'looked', seen: { found: [one], parts: 2 } })
  })

  it('gives the frame back before the slow part begins', async () => {
    let wasClosed = false
    const frame = fakeVideoFrame({ format: 'I420', width: 1280, height: 720 })
    const { host: made } = host({
      builtIn: async () =>
        detector('default', async () => {
          wasClosed = frame.isClosed
          return []
        }),
    })
    await made.handle({ kind: 'load', model: null })
    const request = { moved: [region], around: [null], jpegAbove: -1, jpegQuality: 0.7 }
    await made.handle({ kind: 'look', look: 1, frame: frame.frame, request })
    expect(wasClosed).toBe(true)
  })

  it('is answered also where the detector fails, and the frame is closed', async () => {
    const { answer, fake } = await look(() => Promise.reject(new Error('Out of memory.')))
    expect(answer).toEqual({ kind: 'not-looked', look: 7, fault: 'detector', message: 'Out of memory.' })
    expect(fake.isClosed).toBe(true)
  })

  it('closes a frame that comes before any detector, or that cannot be drawn', async () => {
    const { said, host: made } = host()
    const early = fakeVideoFrame()
    const request = { moved: [region], around: [null], jpegAbove: -1, jpegQuality: 0.7 }
    await made.handle({ kind: 'look', look: 1, frame: early.frame, request })
    await made.handle({ kind: 'load', model: null })
    vi.spyOn(FakeCanvas.prototype, 'getContext').mockImplementation(() => {
      throw new DOMException('It was closed.', 'InvalidStateError')
    })
    const undrawn = fakeVideoFrame()
    await made.handle({ kind: 'look', look: 2, frame: undrawn.frame, request })
    vi.restoreAllMocks()
    expect([early.isClosed, undrawn.isClosed]).toEqual([true, true])
    expect(said.map(({ kind }) => kind)).toEqual(['not-looked', 'ready', 'not-looked'])
    expect(said.at(-1)).toMatchObject({ fault: 'frame', message: 'It was closed.' })
  })

  it('lays it to the frame where its pixels cannot be read, though the detector asks for them', async () => {
    const { answer } = await look(async (picture, part) => {
      vi.spyOn(FakeCanvas.prototype, 'getContext').mockImplementation(() => {
        throw new DOMException('The GPU was reset.', 'InvalidStateError')
      })
      picture.pixels(part, { width: 30, height: 20 })
      return []
    })
    vi.restoreAllMocks()
    expect(answer).toMatchObject({ kind: 'not-looked', fault: 'frame', message: 'The GPU was reset.' })
  })

  it('has no JPEG where none can be made', async () => {
    FakeCanvas.isFailing = true
    const { answer } = await look(async () => [{ label: 'person', box: region, score: 0.9 }])
    expect(answer).toMatchObject({ kind: 'looked', seen: { jpeg: null } })
  })
})
