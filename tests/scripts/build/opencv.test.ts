import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servedOpenCv } from '../../../scripts/build/opencv.mjs'
import { root } from '../../../scripts/root.mjs'

const original = readFileSync(join(root, 'node_modules/@opencvjs/web/lib/opencv_js.js'), 'utf8')

/** Uses functions, constructors, methods, vectors by value and what throws; each way of calling that OpenCV has. */
const use = `
import { readFileSync } from 'node:fs'
import openCv from './opencv.mjs'
const wasm = readFileSync(new URL('./opencv.wasm', import.meta.url))
const cv = await openCv({
  instantiateWasm(imports, receive) {
    void WebAssembly.instantiate(wasm, imports).then(({ instance, module }) => receive(instance, module))
    return {}
  },
})
let isTextRefused = false
try { new Function('') } catch { isTextRefused = true }
const weights = cv.HOGDescriptor.getDefaultPeopleDetector()
const svm = cv.matFromArray(weights.size(), 1, cv.CV_32F, Array.from({ length: weights.size() }, (_, i) => weights.get(i)))
const hog = new cv.HOGDescriptor()
hog.setSVMDetector(svm)
const grey = new cv.Mat(128, 64, cv.CV_8UC1, new cv.Scalar(7))
const large = new cv.Mat()
cv.resize(grey, large, new cv.Size(640, 360), 0, 0, cv.INTER_LINEAR)
const [found, scores] = [new cv.RectVector(), new cv.DoubleVector()]
hog.detectMultiScale(large, found, scores, 0, new cv.Size(8, 8), new cv.Size(0, 0), 1.2, 2, false)
let refusal = ''
try { hog.setSVMDetector(found) } catch (error) { refusal = error.message }
console.log(JSON.stringify({ isTextRefused, mean: cv.mean(large)[0], columns: large.cols, found: found.size(), weights: weights.size(), refusal }))
for (const each of [weights, svm, hog, grey, large, found, scores]) each.delete()
`

describe('OpenCV as the hub serves it', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nightjar-opencv-'))
    const { script, wasm } = servedOpenCv(original)
    await Promise.all([
      writeFile(join(folder, 'opencv.mjs'), script),
      writeFile(join(folder, 'opencv.wasm'), wasm),
      writeFile(join(folder, 'use.mjs'), use),
    ])
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('works where text may not become code (the policy of server/http/security-headers.ts)', async () => {
    const strict = ['--disallow-code-generation-from-strings', join(folder, 'use.mjs')]
    const { stdout } = await promisify(execFile)(process.execPath, strict, { timeout: 60_000 })
    expect(JSON.parse(stdout)).toEqual({
      ...{ isTextRefused: true, mean: 7, columns: 640, found: 0, weights: 3781 },
      refusal: expect.stringContaining('Expected null or instance of Mat'),
    })
  }, 90_000)

  it('has its WebAssembly in a file of its own', () => {
    const { script, wasm } = servedOpenCv(original)
    expect(script.length).toBeLessThan(200_000)
    expect(wasm.subarray(0, 4).toString('latin1')).toBe('\0asm')
  })

  it('is not made from a script that reads differently, and says so', () => {
    expect(() => servedOpenCv('nothing')).toThrow('holds no WebAssembly')
    expect(() => servedOpenCv(original.replace('newFunc(Function,params)', 'make(params)'))).toThrow(
      'reads differently',
    )
    expect(() => servedOpenCv(`${original};eval("1")`)).toThrow('in more places')
  })
})
