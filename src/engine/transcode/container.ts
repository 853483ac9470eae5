/** Where an MP4 file names itself: the type of its first box, after the box's four bytes of size. */
const TYPE_OFFSET = 4
const FILE_TYPE_BOX = 'ftyp'
const HEAD_BYTES = TYPE_OFFSET + FILE_TYPE_BOX.length

/** Whether a file is an MP4, told by its first bytes: names and media types of clips say what they please. */
export async function isMp4(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  return String.fromCharCode(...head.subarray(TYPE_OFFSET)) === FILE_TYPE_BOX
}

/** How a WebM begins: the header of EBML. */
const EBML_HEADER = [0x1a, 0x45, 0xdf, 0xa3]

/** Whether a file begins as a WebM does. */
export async function isWebm(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, EBML_HEADER.length).arrayBuffer())
  return EBML_HEADER.every((byte, index) => head[index] === byte)
}
