import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {object} TfNode
 * @property {string} name
 * @property {string} op
 * @property {string[]} [input]
 * @property {Record<string, any>} attr
 *
 * @typedef {object} Weight
 * @property {readonly number[]} dims
 * @property {Float32Array | Int32Array} values
 */

/** A graph as TensorFlow.js keeps it: nodes in model.json, weights in files beside it. */
export class TfGraph {
  /** @type {ReadonlyMap<string, TfNode>} */
  #nodes
  /** @type {ReadonlyMap<string, Weight>} */
  #weights

  /** @param {string} folder */
  constructor(folder) {
    const { modelTopology, weightsManifest } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'))
    this.#nodes = new Map(modelTopology.node.map((/** @type {TfNode} */ node) => [node.name, node]))
    this.#weights = readWeights(folder, weightsManifest)
  }

  /**
   * @param {string} name as an input names it
   * @returns {TfNode}
   */
  node(name) {
    const node = this.#nodes.get(name.replace(/:0$/, ''))
    if (node === undefined) throw new Error(`The graph has no node ${name}.`)
    return node
  }

  /**
   * @param {string} name
   * @returns {Weight}
   */
  weight(name) {
    const weight = this.#weights.get(name)
    if (weight === undefined) throw new Error(`The graph has no weight ${name}.`)
    return weight
  }

  /** @param {string} name */
  isWeight(name) {
    return this.#weights.has(name)
  }
}

/**
 * @param {string} folder
 * @param {{ paths: string[], weights: { name: string, shape: number[], dtype: string }[] }[]} manifest
 */
function readWeights(folder, manifest) {
  /** @type {Map<string, Weight>} */
  const weights = new Map()
  for (const group of manifest) {
    const { buffer } = new Uint8Array(Buffer.concat(group.paths.map((path) => readFileSync(join(folder, path)))))
    let at = 0
    for (const { name, shape, dtype } of group.weights) {
      const length = shape.reduce((product, dim) => product * dim, 1)
      const values = dtype === 'int32' ? new Int32Array(buffer, at, length) : new Float32Array(buffer, at, length)
      at += 4 * length
      weights.set(name, { dims: shape, values })
    }
  }
  return weights
}
