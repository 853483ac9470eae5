import { FrameDetector } from '../../../src/engine/motion/frame-detector'
import type { LoadedKernels } from '../../../src/engine/motion/kernels'
import { methods } from '../detector-run'
import { HEIGHT, WIDTH } from '../scenes/canvas'
import { allScenes, type Scene } from '../scenes/index'

/** D of every check of a span, by measure; null where there was no verdict. */
export interface Trace {
  readonly classic: readonly (number | null)[]
  readonly adaptive: readonly (number | null)[]
}

/** The first scene of a group of the quick scenes of a seed. */
export function sceneOf(group: string, seed: number): Scene {
  const found = allScenes(seed, { quick: true }).find(({ name }) => name === group)
  const [scene] = found?.makeScenes() ?? []
  if (scene === undefined) throw new Error(`There is no scene of the group ${group}.`)
  return scene
}

/** Runs both measures over the first checks of a scene. */
export function traceOf(kernels: LoadedKernels, scene: Pick<Scene, 'frames'>, checks: number): Trace {
  const trace: Record<'classic' | 'adaptive', (number | null)[]> = { classic: [], adaptive: [] }
  const detectors = methods.map((method, slot) => {
    const detector = FrameDetector.create(kernels, slot, {
      method,
      ignoredZones: [],
      analysisWidth: 480,
      wantsHeat: false,
    })
    if (!detector) throw new Error('The kernels have no memory for two slots.')
    return { method, detector }
  })
  let check = 0
  for (const frame of scene.frames()) {
    if (check++ === checks) break
    for (const { method, detector } of detectors) {
      detector.frameArea().set(frame)
      const result = detector.check({ kind: 'luma', width: WIDTH, height: HEIGHT, strideBytes: WIDTH })
      trace[method].push(result.kind === 'measured' ? result.measurement.difference : null)
    }
  }
  return trace
}
