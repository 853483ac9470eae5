import { Complaint } from '../complaint'
import { readFlags } from '../flags'
import type { FrameSize } from './frame-pair'

export interface KernelBenchOptions {
  readonly sizes: readonly FrameSize[]
  readonly isQuick: boolean
  readonly jsonFile: string | null
}

const usage = `Options:
  --sizes A,B      frame sizes instead of 320x180,640x360,1280x720,1920x1080
  --quick          a short run, for a first look
  --json FILE      writes the figures to a file`

const flags = {
  sizes: { type: 'string', default: '320x180,640x360,1280x720,1920x1080' },
  quick: { type: 'boolean', default: false },
  json: { type: 'string' },
} as const

/** Throws a Complaint that says what is wrong. */
export function readOptions(args: readonly string[]): KernelBenchOptions {
  const values = readFlags(args, flags, usage)
  return { sizes: readSizes(values.sizes), isQuick: values.quick, jsonFile: values.json ?? null }
}

function readSizes(list: string): FrameSize[] {
  const sizes = list.split(',').map((text) => readSize(text.trim()))
  return sizes.filter(({ width, height }, i) => {
    return sizes.findIndex((each) => each.width === width && each.height === height) === i
  })
}

/** The footage comes in steps of 4 pixels, the limit reads 64 bytes at a time, and a slot holds 1920 x 1080. */
function readSize(text: string): FrameSize {
  const [, width, height] = (/^(\d{2,4})x(\d{2,4})$/.exec(text) ?? []).map(Number)
  if (width === undefined || height === undefined) {
    throw new Complaint(`--sizes takes sizes such as 320x180, with commas between; “${text}” is none.\n\n${usage}`)
  }
  const isPossible = width % 32 === 0 && height % 4 === 0 && width >= 64 && height >= 36
  if (!isPossible || width > 1920 || height > 1080) {
    throw new Complaint(`${text} cannot be measured: from 64x36 to 1920x1080, widths in steps of 32, heights of 4.`)
  }
  return { width, height }
}
