import { readFile } from 'node:fs/promises'
import { loadOpenCV } from '@opencvjs/node'
import { hogDetector } from '../../../src/engine/person/hog/hog-detector'
import { asOpenCv } from '../../../src/engine/person/hog/opencv'
import { openOnnxDetector } from '../../../src/engine/person/onnx/onnx-detector'
import type { PersonDetector } from '../../../src/engine/person/person-detector'
import { Complaint } from '../../complaint'
import type { PersonOptions } from '../options'
import { loadOnnxRuntime } from './onnx-runtime'

/** The detectors that are there: the built-in one, and the operator's model where one is named. The caller closes them. */
export async function openDetectors({ model }: PersonOptions): Promise<PersonDetector[]> {
  const cv = asOpenCv(await loadOpenCV())
  if (cv === null) throw new Error('This build of OpenCV has no HOGDescriptor.')
  const hog = hogDetector(cv)
  if (model === null) return [hog]
  const { file, inputSize, classIndex } = model
  const modelBytes = new Uint8Array(
    await readFile(file).catch((error: unknown) => {
      throw new Complaint(`The model cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }),
  )
  const opened = await openOnnxDetector(await loadOnnxRuntime(), { modelBytes, inputSize, classIndex })
  if (opened.kind === 'failed') throw new Complaint(opened.message)
  return [hog, opened.detector]
}
