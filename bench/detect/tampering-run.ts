import type { DetectionMethod } from '../../src/engine/motion/detection'
import { FrameDetector } from '../../src/engine/motion/frame-detector'
import type { LoadedKernels } from '../../src/engine/motion/kernels'
import type { Tampering } from '../../src/engine/tampering/tampering-sense'
import { TamperingSense } from '../../src/engine/tampering/tampering-sense'
import { methods } from './detector-run'
import type { FrameSize } from './frame-size'
import { CHECK_SEC } from './scenes/canvas'

/** An incident that was told, and when. */
export interface ToldTampering {
  readonly kind: Tampering
  readonly atSec: number
}

/** What the sense tells behind each measure. */
export type ToldByMethod = ReadonlyMap<DetectionMethod, readonly ToldTampering[]>

/** Runs the sense over the frames as the app does: a check each 300 ms, through the kernels, behind both measures. */
export async function runTamperingSense(
  kernels: LoadedKernels,
  { width, height }: FrameSize,
  frames: Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<ToldByMethod> {
  const running = methods.map((method, slot) => {
    const options = { method, ignoredZones: [], analysisWidth: 480, wantsHeat: false }
    const detector = FrameDetector.create(kernels, slot, options)
    if (!detector) throw new Error('The kernels have no memory for two slots.')
    return { method, detector, sense: new TamperingSense(), told: [] as ToldTampering[] }
  })
  let check = 0
  for await (const frame of frames) {
    const atSec = CHECK_SEC * check++
    for (const { detector, sense, told } of running) {
      detector.frameArea().set(frame)
      const result = detector.check({ kind: 'luma', width, height, strideBytes: width })
      const news = result.kind === 'measured' ? sense.note(result.measurement, 1000 * atSec) : null
      if (news?.kind === 'begun') told.push({ kind: news.tampering, atSec })
    }
  }
  return new Map(running.map(({ method, told }) => [method, told]))
}
