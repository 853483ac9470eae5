import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { DetectionMethod, DetectionOptions } from '../../src/engine/motion/detection'
import { FrameDetector } from '../../src/engine/motion/frame-detector'
import { type LoadedKernels, loadKernels } from '../../src/engine/motion/kernels'
import { ANALYSIS_WIDTH } from '../../src/engine/pacing/pace'
import type { Box } from '../../src/lib/box'
import { Complaint } from '../complaint'
import type { FrameSize } from './frame-size'

export const methods: readonly DetectionMethod[] = ['classic', 'adaptive']

/** What one method measured on one video. */
export interface DetectorRun {
  readonly method: DetectionMethod
  readonly differences: (number | null)[]
  /** Where something moved; the classic measure does not tell. */
  readonly moved: (readonly Box[])[]
  /** Of `FrameDetector.check` alone, without copying the frame. */
  readonly costsUs: number[]
}

/** The kernels that the browser runs. */
export function loadBuiltKernels(): Promise<LoadedKernels> {
  return loadKernels('threads', async (build) => {
    const file = resolve(process.cwd(), `src/engine/motion/compiled/motion.${build}.wasm`)
    return WebAssembly.compile(new Uint8Array(await readFile(file)))
  })
}

function optionsFor(method: DetectionMethod): DetectionOptions {
  return { method, ignoredZones: [], analysisWidth: ANALYSIS_WIDTH, wantsHeat: false }
}

/** Runs every method over the same frames, one frame at a time. */
export async function runDetectors(
  kernels: LoadedKernels,
  size: FrameSize,
  frames: Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<DetectorRun[]> {
  const running = methods.map((method, slot) => {
    const detector = FrameDetector.create(kernels, slot, optionsFor(method))
    if (!detector) throw new Error('The kernels have no memory for two slots.')
    const run: DetectorRun = { method, differences: [], moved: [], costsUs: [] }
    return { detector, run }
  })
  for await (const frame of frames) for (const { detector, run } of running) checkOne(detector, run, size, frame)
  return running.map(({ run }) => run)
}

function checkOne(detector: FrameDetector, run: DetectorRun, size: FrameSize, frame: Uint8Array<ArrayBuffer>): void {
  const area = detector.frameArea()
  if (frame.length > area.length) throw new Complaint('A frame is larger than the kernels take.')
  area.set(frame)
  const { width, height } = size
  const startMs = performance.now()
  const result = detector.check({ kind: 'luma', width, height, strideBytes: width })
  run.costsUs.push((performance.now() - startMs) * 1000)
  run.differences.push(result.kind === 'measured' ? result.measurement.difference : null)
  run.moved.push(result.kind === 'measured' ? result.measurement.moved : [])
}
