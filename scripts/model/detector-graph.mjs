/**
 * @typedef {import('./onnx-file.mjs').Graph} Graph
 * @typedef {import('./onnx-file.mjs').GraphNode} GraphNode
 * @typedef {import('./onnx-file.mjs').Constant} Constant
 * @typedef {import('./tfjs-graph.mjs').TfGraph} TfGraph
 */

/** Where the network begins and ends in the graph: before that the picture is scaled, after it boxes are chosen. */
const PICTURE = 'Preprocessor/sub'
const BOXES = 'concat'
const SCORES = 'concat_1'

const SIZE = 300
const CLASSES = 91
const ANCHORS = 1917

/**
 * A convolution that still takes up what follows it: a factor and a sum for each channel that comes out.
 * @typedef {object} Convolution
 * @property {string} input
 * @property {number[]} dims of the weights: out, in, height, width
 * @property {Float64Array} weights
 * @property {Float64Array} bias
 * @property {number} groups
 * @property {number[]} strides
 */

/**
 * SSDLite-MobileNetV2 as ONNX has it. In: `picture`, 1x300x300x4, bytes of RGBA, as a canvas gives them. Out: `boxes`,
 * 1x1917x4, as they are before the anchors are counted in, and `scores`, 1x1917xC, of the given classes, 0 to 1.
 * Normalisation is folded into the convolutions before it, in double precision; weights are kept in half precision.
 * @param {TfGraph} source
 * @param {readonly number[]} classes numbers of COCO
 * @returns {Graph}
 */
export function detectorGraph(source, classes) {
  const builder = new Builder(source, classes)
  const boxes = builder.concatenated(BOXES)
  const scores = builder.concatenated(SCORES)
  builder.add('Identity', [boxes], 'boxes')
  builder.add('Sigmoid', [scores], 'scores')
  return {
    inputs: [{ name: 'picture', dims: [1, SIZE, SIZE, 4], type: 'uint8' }],
    outputs: [
      { name: 'boxes', dims: [1, ANCHORS, 4] },
      { name: 'scores', dims: [1, ANCHORS, classes.length] },
    ],
    constants: builder.constants,
    nodes: builder.nodes,
  }
}

class Builder {
  /** @type {GraphNode[]} */
  nodes = []
  /** @type {Constant[]} */
  constants = []
  #source
  #classes
  /** @type {Map<string, string>} what of the source is built, and its name here */
  #built = new Map()

  /**
   * @param {TfGraph} source
   * @param {readonly number[]} classes
   */
  constructor(source, classes) {
    this.#source = source
    this.#classes = classes
    this.#constant('lowest', [], [0])
    this.#constant('highest', [], [6])
    this.#built.set(PICTURE, this.#picture())
  }

  /**
   * @param {string} op
   * @param {readonly string[]} inputs
   * @param {string} output
   * @param {GraphNode['attributes']} [attributes]
   */
  add(op, inputs, output, attributes = {}) {
    this.nodes.push({ op, inputs, output, attributes })
    return output
  }

  /**
   * What all heads say, one below the other.
   * @param {string} name
   */
  concatenated(name) {
    const heads = (this.#source.node(name).input ?? []).slice(0, -1)
    const rows = heads.map((head) => this.#rows(head, name === SCORES ? this.#classes.length : 4))
    return this.add('Concat', rows, `${name}-rows`, { axis: 1 })
  }

  /** Bytes of RGBA as planes of red, green and blue, -1 to 1. */
  #picture() {
    const floats = this.add('Cast', ['picture'], 'picture-floats', { to: 1 })
    const planes = this.add('Transpose', [floats], 'picture-planes', { perm: [0, 3, 1, 2] })
    this.#constant('picture-start', [1], [0], 'int64')
    this.#constant('picture-end', [1], [3], 'int64')
    this.#constant('picture-axis', [1], [1], 'int64')
    const colours = this.add('Slice', [planes, 'picture-start', 'picture-end', 'picture-axis'], 'picture-colours')
    this.#constant('picture-half', [], [127.5])
    this.#constant('picture-one', [], [1])
    const scaled = this.add('Div', [colours, 'picture-half'], 'picture-scaled')
    return this.add('Sub', [scaled, 'picture-one'], 'picture-centred')
  }

  /**
   * A head's answer as rows of so many figures, one for each anchor.
   * @param {string} name of its Reshape
   * @param {number} width
   */
  #rows(name, width) {
    const [convolution = ''] = this.#source.node(name).input ?? []
    const cells = this.add('Transpose', [this.#value(convolution)], `${name}-cells`, { perm: [0, 2, 3, 1] })
    this.#constant(`${name}-shape`, [3], [1, -1, width], 'int64')
    return this.add('Reshape', [cells, `${name}-shape`], `${name}-rows`)
  }

  /**
   * @param {string} name
   * @returns {string}
   */
  #value(name) {
    const built = this.#built.get(name)
    if (built !== undefined) return built
    const node = this.#source.node(name)
    const [first = '', second = ''] = node.input ?? []
    const value = () => {
      if (node.op === 'Relu6') return this.add('Clip', [this.#value(first), 'lowest', 'highest'], name)
      if (this.#source.isWeight(first)) return this.#residual(name, first, this.#source.node(second).input ?? [])
      return this.#convolve(name, this.#convolution(name))
    }
    const output = value()
    this.#built.set(name, output)
    return output
  }

  /**
   * A block's convolution plus what went into the block; the convolution's shift comes last in the source.
   * @param {string} name
   * @param {string} shift
   * @param {readonly string[]} inputs
   */
  #residual(name, shift, [convolution = '', before = '']) {
    const shifted = scaled(this.#convolution(convolution), null, this.#source.weight(shift).values)
    return this.add('Add', [this.#convolve(`${name}-block`, shifted), this.#value(before)], name)
  }

  /**
   * The convolution that a node is, or that it only scales and shifts.
   * @param {string} name
   * @returns {Convolution}
   */
  #convolution(name) {
    const { op, attr, input = [] } = this.#source.node(name)
    const [first = '', ...others] = input
    const figures = (/** @type {number} */ at) => this.#source.weight(others[at] ?? '').values
    switch (op) {
      case 'Conv2D':
      case 'DepthwiseConv2dNative':
        return this.#bare(first, this.#source.weight(others[0] ?? ''), op === 'DepthwiseConv2dNative', attr)
      case 'Mul':
        return scaled(this.#convolution(first), figures(0), null)
      case 'Add':
        return scaled(this.#convolution(first), null, figures(0))
      case 'BiasAdd':
        return this.#chosenClasses(scaled(this.#convolution(first), null, figures(0)), name)
      case 'FusedBatchNorm': {
        const [gamma, beta, mean, variance] = [figures(0), figures(1), figures(2), figures(3)]
        const factors = Float64Array.from(gamma, (g, i) => g / Math.sqrt((variance[i] ?? 0) + attr['epsilon'].f))
        const sums = Float64Array.from(factors, (factor, i) => (beta[i] ?? 0) - (mean[i] ?? 0) * factor)
        return scaled(this.#convolution(first), factors, sums)
      }
      default:
        throw new Error(`${name} is ${op}, which was not expected here.`)
    }
  }

  /**
   * TensorFlow keeps weights as height, width, in, out; ONNX as out, in, height, width.
   * @param {string} input
   * @param {import('./tfjs-graph.mjs').Weight} weight
   * @param {boolean} isDepthwise
   * @param {Record<string, any>} attr
   * @returns {Convolution}
   */
  #bare(input, { dims, values }, isDepthwise, attr) {
    const [height = 0, width = 0, ins = 0, outs = 0] = dims
    const channels = isDepthwise ? ins * outs : outs
    const insOfEach = isDepthwise ? 1 : ins
    const weights = new Float64Array(values.length)
    for (let at = 0; at < values.length; at++) {
      const [cell, channel] = isDepthwise
        ? [Math.floor(at / channels), at % channels]
        : [Math.floor(at / (ins * outs)), at % outs]
      const from = isDepthwise ? 0 : Math.floor(at / outs) % ins
      weights[(channel * insOfEach + from) * height * width + cell] = values[at] ?? 0
    }
    return {
      input: this.#value(input),
      dims: [channels, insOfEach, height, width],
      weights,
      bias: new Float64Array(channels),
      groups: isDepthwise ? ins : 1,
      strides: attr['strides'].list.i.slice(1, 3).map(Number),
    }
  }

  /**
   * A head that tells classes keeps those that are wanted: each has a score of its own.
   * @param {Convolution} convolution
   * @param {string} name
   * @returns {Convolution}
   */
  #chosenClasses(convolution, name) {
    if (!name.includes('/ClassPredictor/')) return convolution
    const [channels = 0, ...others] = convolution.dims
    const length = convolution.weights.length / channels
    const kept = []
    for (let anchor = 0; anchor < channels / CLASSES; anchor++) {
      kept.push(...this.#classes.map((one) => anchor * CLASSES + one))
    }
    const weights = new Float64Array(kept.length * length)
    for (const [at, channel] of kept.entries()) {
      weights.set(convolution.weights.subarray(channel * length, (channel + 1) * length), at * length)
    }
    const bias = Float64Array.from(kept, (channel) => convolution.bias[channel] ?? 0)
    return { ...convolution, dims: [kept.length, ...others], weights, bias }
  }

  /**
   * @param {string} name
   * @param {Convolution} convolution
   */
  #convolve(name, { input, dims, weights, bias, groups, strides }) {
    this.#constant(`${name}-bias`, [bias.length], bias)
    this.#constant(`${name}-halves`, dims, weights, 'float16')
    const floats = this.add('Cast', [`${name}-halves`], `${name}-weights`, { to: 1 })
    return this.add('Conv', [input, floats, `${name}-bias`], name, {
      auto_pad: 'SAME_UPPER',
      group: groups,
      kernel_shape: dims.slice(2),
      strides,
    })
  }

  /**
   * @param {string} name
   * @param {readonly number[]} dims
   * @param {ArrayLike<number>} values
   * @param {Constant['type']} [type]
   */
  #constant(name, dims, values, type = 'float') {
    this.constants.push({ name, dims, values, type })
  }
}

/**
 * @param {Convolution} convolution
 * @param {ArrayLike<number> | null} factors of each channel
 * @param {ArrayLike<number> | null} sums
 * @returns {Convolution}
 */
function scaled(convolution, factors, sums) {
  const length = convolution.weights.length / convolution.bias.length
  const factor = (/** @type {number} */ channel) => factors?.[channel] ?? 1
  return {
    ...convolution,
    weights: convolution.weights.map((weight, at) => weight * factor(Math.floor(at / length))),
    bias: convolution.bias.map((bias, channel) => bias * factor(channel) + (sums?.[channel] ?? 0)),
  }
}
