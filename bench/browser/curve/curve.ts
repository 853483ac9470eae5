import { z } from 'zod'
import { Complaint } from '../../complaint'
import { aligned, figure, type Row } from '../../report'
import type { BrowserPage } from '../harness/browser-page'
import { Chromium } from '../harness/chromium'
import { type CurveJob, type EncodedFilm, encodedFilmShape } from '../harness/curve-figures'
import { buildPage } from '../harness/page-build'
import { PageServer } from '../harness/page-server'
import { timesBetween, timesOf } from '../harness/thread-times'
import { Film } from '../recording/likeness'
import { beside, besideBarLines, besideRows, type Point, rounded } from './beside-vp8'
import { type FilmedScene, sharpnessOf } from './sharpness'

/** Files, by the name of the scene: as the camera films it, and without its noise. */
const filmsShape = z.record(z.string(), z.object({ camera: z.string(), scene: z.string() }))

/** The first is what H.264 is compared with, the second what clips are. */
const ways = [
  { name: 'webm-vp8', way: 'vp8', bitsPerSecond: null },
  { name: 'mp4-h264', way: 'h264', bitsPerSecond: null },
  ...[200, 300, 450, 600, 750, 1000].map(
    (kilobits) => ({ name: `h264-${kilobits}`, way: 'h264', bitsPerSecond: 1000 * kilobits }) as const,
  ),
] as const

/** Bytes against likeness of drawn scenes, VP8 as clips have it and H.264 at several bit rates (CODEC-01). */
export async function measureCurve(executable: string, films: string): Promise<{ product: string; rows: Row[] }> {
  const scenes = Object.entries(filmsShape.parse(JSON.parse(films)))
  const served = new Map(scenes.map(([name, { camera }]) => [`${name}.y4m`, camera]))
  const [[, first] = ['', { camera: '' }]] = scenes
  const server = await PageServer.start(await buildPage(), served)
  const chromium = await Chromium.launch(executable, first.camera)
  const rows: Row[] = []
  try {
    for (const [name, files] of scenes) {
      const scene = { camera: new Film(files.camera), scene: new Film(files.scene) }
      const points = await measureScene({ chromium, url: server.url }, name, scene)
      scene.camera.close()
      scene.scene.close()
      console.log(`\n${name}\n${tableOf(points)}`)
      rows.push(...points.flatMap((point) => rowsOf(name, point)))
      const comparison = beside(points)
      if (comparison === null) continue
      for (const line of besideBarLines(name, comparison)) console.log(line)
      rows.push(...besideRows(name, comparison))
    }
    return { product: await chromium.product(), rows }
  } finally {
    await chromium.close()
    await server.close()
  }
}

async function measureScene(
  browser: { readonly chromium: Chromium; readonly url: string },
  name: string,
  scene: FilmedScene,
): Promise<Point[]> {
  const film = `${name}.y4m`
  const { cpuMs: readingMs } = await encode(browser, { film, way: 'reading', bitsPerSecond: null })
  const points: Point[] = []
  for (const { name, ...how } of ways) {
    const { cpuMs, made } = await encode(browser, { film, ...how })
    if (made.frames.length === 0) throw new Complaint(`This browser encodes no ${how.way}.`)
    points.push({
      name,
      sizeBytes: made.sizeBytes,
      pictures: made.frames.length,
      pictureMs: (cpuMs - readingMs) / scene.camera.frames,
      ...(await sharpnessOf(made, scene)),
    })
  }
  return points
}

async function encode(
  { chromium, url }: { readonly chromium: Chromium; readonly url: string },
  job: CurveJob,
): Promise<{ cpuMs: number; made: EncodedFilm }> {
  const page: BrowserPage = await chromium.openPage(url)
  await page.waitFor('window.bench')
  const before = timesOf(chromium.pid)
  const made = encodedFilmShape.parse(await page.evaluate(`window.bench.encodeFilm(${JSON.stringify(job)})`))
  const { all } = timesBetween(before, timesOf(chromium.pid))
  await page.close()
  return { cpuMs: all, made }
}

function rowsOf(scene: string, { name, sizeBytes, pictures, pictureMs, ...like }: Point): Row[] {
  const row = (metric: string, value: number | null, unit: string): Row[] =>
    value === null ? [] : [{ name, case: scene, metric, value: rounded(value), unit }]
  return [
    ...row('size', sizeBytes, 'bytes'),
    ...row('pictures', pictures, 'per film'),
    ...row('cpu', pictureMs, 'ms a picture'),
    ...row('psnr', like.psnrDb, 'dB'),
    ...row('ssim', like.ssim, 'of 1'),
    ...row('scene-ssim', like.sceneSsim, 'of 1'),
    ...row('moving-ssim', like.movingSsim, 'of 1'),
  ]
}

function tableOf(points: readonly Point[]): string {
  const head = ['', 'kB', 'pictures', 'psnr dB', 'ssim', 'without noise', 'where it moves', 'cpu ms']
  const four = (value: number | null) => (value === null ? '-' : value.toFixed(4))
  const lines = points.map((point) => [
    point.name,
    figure(point.sizeBytes / 1024),
    String(point.pictures),
    point.psnrDb.toFixed(2),
    ...[point.ssim, point.sceneSsim, point.movingSsim].map(four),
    figure(point.pictureMs),
  ])
  return aligned([head, ...lines])
}
