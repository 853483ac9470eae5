import { describe, expect, it } from 'vitest'
import { loadOnnxRuntime } from '../../bench/detect/person/onnx-runtime'
import { halfOf, onnxFile } from '../../scripts/model/onnx-file.mjs'

describe('the file that a model is written to', () => {
  it.each([
    [0, 0],
    [1, 0x3c00],
    [-2, 0xc000],
    [0.1, 0x2e66],
    [65504, 0x7bff],
    [1e6, 0x7c00],
    [2 ** -24, 1],
    [2 ** -26, 0],
    [1 + 2 ** -11, 0x3c00],
    [1 + 3 * 2 ** -11, 0x3c02],
  ])('keeps %d in half precision, ties to even', (value, bits) => {
    expect(halfOf(value)).toBe(bits)
  })

  it('is read by the runtime: bytes in, weights of half precision, texts and lists as attributes', async () => {
    const ort = await loadOnnxRuntime()
    const bytes = onnxFile({
      inputs: [{ name: 'picture', dims: [1, 1, 2, 2], type: 'uint8' }],
      outputs: [{ name: 'sum', dims: [1, 1, 2, 2] }],
      constants: [{ name: 'halves', dims: [1, 1, 3, 3], values: new Array(9).fill(0.5), type: 'float16' }],
      nodes: [
        { op: 'Cast', inputs: ['picture'], output: 'floats', attributes: { to: 1 } },
        { op: 'Cast', inputs: ['halves'], output: 'weights', attributes: { to: 1 } },
        {
          op: 'Conv',
          inputs: ['floats', 'weights'],
          output: 'sum',
          attributes: { auto_pad: 'SAME_UPPER', kernel_shape: [3, 3] },
        },
      ],
    })
    const session = await ort.InferenceSession.create(bytes)
    const picture = new ort.Tensor('uint8', new Uint8Array([1, 2, 3, 4]), [1, 1, 2, 2])
    const { sum } = await session.run({ picture })
    expect([...((sum?.data as Float32Array) ?? [])]).toEqual([5, 5, 5, 5])
    await session.release()
  })
})
