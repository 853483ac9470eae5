/** How long and how large a film is that a test makes. */
export interface MadeFilm {
  readonly durationMs?: number
  readonly width?: number
  readonly height?: number
  readonly hasSound?: boolean
  /** As Matroska names codecs. */
  readonly codecId?: string
  /** false: the first frame needs one before it. */
  readonly startsOnKeyframe?: boolean
}

/** An element of EBML, whose size is written in eight bytes. */
function element(id: string, ...content: readonly (Buffer | string | number)[]): Buffer {
  const parts = content.map((part) =>
    typeof part === 'number' ? Buffer.of(part) : typeof part === 'string' ? Buffer.from(part, 'latin1') : part,
  )
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(parts.reduce((sum, { length }) => sum + length, 0)))
  size.writeUInt8(1)
  return Buffer.concat([Buffer.from(id, 'hex'), size, ...parts])
}

const uint16 = (value: number) => Buffer.of(value >> 8, value & 255)

function frame(atMs: number, isKey: boolean): Buffer {
  // The beginning of a VP8 frame, as far as a container's reader looks.
  return element(
    'a3',
    0x81,
    uint16(atMs),
    isKey ? 0x80 : 0,
    Buffer.from([isKey ? 0x10 : 0x11, 2, 0, 0x9d, 1, 0x2a, 64, 0, 48, 0]),
  )
}

/** Frames of one cluster, which counts up to half a minute: one a second, and one at the end. */
function cluster(atMs: number, untilMs: number, startsOnKeyframe: boolean): Buffer {
  const time = Buffer.alloc(4)
  time.writeUInt32BE(atMs)
  const frames: Buffer[] = []
  for (let ms = atMs; ms < untilMs; ms += 1_000) frames.push(frame(ms - atMs, ms > atMs || startsOnKeyframe))
  return element('1f43b675', element('e7', time), ...frames)
}

const CLUSTER_MS = 30_000

/** A webm of a few hundred bytes that the hub reads as a film; its pictures show nothing. */
export function webmFilm({
  durationMs = 1_000,
  width = 64,
  height = 48,
  hasSound = false,
  startsOnKeyframe = true,
  codecId = 'V_VP8',
}: MadeFilm = {}): Buffer {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(durationMs)
  const sound = element(
    'ae',
    element('d7', 2),
    element('73c5', 2),
    element('83', 2),
    element('86', 'A_OPUS'),
    element('e1', element('9f', 1)),
  )
  const tracks = element(
    '1654ae6b',
    element(
      'ae',
      element('d7', 1),
      element('73c5', 1),
      element('83', 1),
      element('86', codecId),
      element('e0', element('b0', uint16(width)), element('ba', uint16(height))),
    ),
    ...(hasSound ? [sound] : []),
  )
  const clusters: Buffer[] = []
  for (let atMs = 0; atMs < durationMs; atMs += CLUSTER_MS)
    clusters.push(cluster(atMs, Math.min(durationMs, atMs + CLUSTER_MS), startsOnKeyframe || atMs > 0))
  return Buffer.concat([
    element('1a45dfa3', element('4282', 'webm')),
    // A segment that ends with the file.
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element('1549a966', element('4489', duration)),
    tracks,
    ...clusters,
  ])
}

/** The head of the filling of a film in an element whose size is written in eight bytes. */
export const VOID_HEAD_BYTES = 9

/** A film that is followed by filling up to a size; of a size that it does not fit, as much of it. */
export function padded(film: Buffer, sizeBytes: number, filler: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(sizeBytes, filler)
  film.copy(bytes)
  const fillingBytes = sizeBytes - film.length - VOID_HEAD_BYTES
  if (fillingBytes < 0) return bytes
  bytes.writeUInt8(0xec, film.length)
  bytes.writeBigUInt64BE((1n << 56n) + BigInt(fillingBytes), film.length + 1)
  return bytes
}

/** One second of VP9, 64 x 48, as mediabunny writes it: its index has too many parts to be made by hand. */
export const mp4Film = Buffer.from(
  [
    'AAAAGGZ0eXBpc29tAAACAGlzb21tcDQxAAACbW1vb3YAAABsbXZoZAAAAADnKncr5yp3KwAA4QAAAOEAAAEAAAEAAAAAAAAAAAAAAAABAAAAAA',
    'AAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIAAAH5dHJhawAAAFx0a2hkAAAAA+cqdyvn',
    'KncrAAAAAQAAAAAAAOEAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAABAAAAAMAAAAAABlW1kaW',
    'EAAAAgbWRoZAAAAADnKncr5yp3KwAA4QAAAOEAVcQAAAAAADdoZGxyAAAAAG1obHJ2aWRlAAAAAAAAAAAAAAAATWVkaWFidW5ueVZpZGVvSGFu',
    'ZGxlcgAAAAE2bWluZgAAABR2bWhkAAAAAQAAAAAAAAAAAAAAJGRpbmYAAAAcZHJlZgAAAAAAAAABAAAADHVybCAAAAABAAAA9nN0YmwAAACOc3',
    'RzZAAAAAAAAAABAAAAfnZwMDkAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAQAAwAEgAAABIAAAAAAAAAAESTWVkaWFidW5ueSB2MS42MS4wAAAA',
    'AAAAAAAAAAAAAAAY//8AAAAUdnBjQwEAAAAACoIBAQEAAAAAABRidHJ0AAAAAAAAAGAAAABgAAAAGHN0dHMAAAAAAAAAAQAAAAEAAOEAAAAAHH',
    'N0c2MAAAAAAAAAAQAAAAEAAAABAAAAAQAAABhzdHN6AAAAAAAAAAAAAAABAAAADAAAABRzdGNvAAAAAAAAAAEAAAKNAAAAFG1kYXSCSYNCAAPw',
    'AvYAAAA=',
  ].join(''),
  'base64',
)
