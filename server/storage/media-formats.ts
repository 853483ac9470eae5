import type { StagedBlob } from './blobs'

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const FTYP = Buffer.from('ftyp')

/** What the bytes are, whatever the client calls them; null: no clip that the hub takes. */
export function clipFormatOf({ head }: Pick<StagedBlob, 'head'>): 'webm' | 'mp4' | null {
  if (startsWith(head, EBML)) return 'webm'
  return startsWith(head.subarray(4), FTYP) ? 'mp4' : null
}

export function isJpeg({ head }: Pick<StagedBlob, 'head'>): boolean {
  return startsWith(head, JPEG)
}

function startsWith(bytes: Buffer, beginning: Buffer): boolean {
  return bytes.subarray(0, beginning.length).equals(beginning)
}
