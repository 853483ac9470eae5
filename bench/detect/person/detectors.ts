import { readFile } from 'node:fs/promises'
import { modelFile } from '../../../scripts/model.mjs'
import { openCocoDetector } from '../../../src/engine/naming/coco/coco-detector'
import type { Detector } from '../../../src/engine/naming/detector'
import { openOnnxDetector } from '../../../src/engine/naming/onnx/onnx-detector'
import { Complaint } from '../../complaint'
import type { PersonOptions } from '../options'
import { loadOnnxRuntime } from './onnx-runtime'

/** The detectors that are there: the built-in one, and the operator's model where one is named. The caller closes them. */
export async function openDetectors({ model }: PersonOptions): Promise<Detector[]> {
  const ort = await loadOnnxRuntime()
  const builtIn = await openCocoDetector(ort, new Uint8Array(await readFile(modelFile)))
  if (model === null) return [builtIn]
  const { file, inputSize, classIndex } = model
  const modelBytes = new Uint8Array(
    await readFile(file).catch((error: unknown) => {
      throw new Complaint(`The model cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }),
  )
  const opened = await openOnnxDetector(ort, { modelBytes, inputSize, classIndex })
  if (opened.kind === 'failed') throw new Complaint(opened.message)
  return [builtIn, opened.detector]
}
