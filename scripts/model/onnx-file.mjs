/** Writes the few parts of ONNX's protobuf format that our graphs need (onnx.proto of ONNX 1.8, opset 13). */

/**
 * @typedef {'float' | 'float16' | 'uint8' | 'int64'} ElementType
 *
 * @typedef {object} GraphNode
 * @property {string} op
 * @property {readonly string[]} inputs
 * @property {string} output
 * @property {Readonly<Record<string, number | string | readonly number[]>>} [attributes] whole numbers and texts
 *
 * @typedef {object} Constant
 * @property {string} name
 * @property {readonly number[]} dims
 * @property {ArrayLike<number>} values
 * @property {'float' | 'float16' | 'int64'} [type]
 *
 * @typedef {object} Port what goes in or comes out
 * @property {string} name
 * @property {readonly number[]} dims
 * @property {ElementType} [type]
 *
 * @typedef {object} Graph
 * @property {readonly Port[]} inputs
 * @property {readonly Port[]} outputs
 * @property {readonly Constant[]} constants
 * @property {readonly GraphNode[]} nodes each after those that it reads
 */

/** @type {Readonly<Record<ElementType, number>>} of TensorProto */
const elementTypes = { float: 1, uint8: 2, int64: 7, float16: 10 }

/** Of AttributeProto. */
const attributeTypes = { whole: 2, text: 3, wholes: 7 }

const OPSET = 13
const IR_VERSION = 7

/**
 * The bytes of a model file.
 * @param {Graph} graph
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function onnxFile({ inputs, outputs, constants, nodes }) {
  const graph = joined([
    ...nodes.map((node) => message(1, nodeBytes(node))),
    text(2, 'nightjar'),
    ...constants.map((constant) => message(5, tensorBytes(constant))),
    ...inputs.map((port) => message(11, portBytes(port))),
    ...outputs.map((port) => message(12, portBytes(port))),
  ])
  const opset = joined([text(1, ''), whole(2, OPSET)])
  return joined([whole(1, IR_VERSION), message(7, graph), message(8, opset)])
}

/** @param {GraphNode} node */
function nodeBytes({ op, inputs, output, attributes = {} }) {
  return joined([
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => message(5, attributeBytes(name, value))),
  ])
}

/**
 * @param {string} name
 * @param {number | string | readonly number[]} value
 */
function attributeBytes(name, value) {
  if (typeof value === 'number') return joined([text(1, name), whole(3, value), whole(20, attributeTypes.whole)])
  if (typeof value === 'string') return joined([text(1, name), text(4, value), whole(20, attributeTypes.text)])
  return joined([text(1, name), ...value.map((one) => whole(8, one)), whole(20, attributeTypes.wholes)])
}

/** @param {Constant} constant */
function tensorBytes({ name, dims, values, type = 'float' }) {
  const raw = message(9, rawValues(values, type))
  return joined([...dims.map((dim) => whole(1, dim)), whole(2, elementTypes[type]), text(8, name), raw])
}

/**
 * @param {ArrayLike<number>} values
 * @param {'float' | 'float16' | 'int64'} type
 */
function rawValues(values, type) {
  if (type === 'int64') return new Uint8Array(BigInt64Array.from(Array.from(values), BigInt).buffer)
  if (type === 'float') return new Uint8Array(Float32Array.from(values).buffer)
  return new Uint8Array(Uint16Array.from(values, halfOf).buffer)
}

/** @param {Port} port */
function portBytes({ name, dims, type = 'float' }) {
  const shape = joined(dims.map((dim) => message(1, whole(1, dim))))
  const tensor = joined([whole(1, elementTypes[type]), message(2, shape)])
  return joined([text(1, name), message(2, message(1, tensor))])
}

const single = new Float32Array(1)
const singleBits = new Uint32Array(single.buffer)

/**
 * The bits of the number in half precision (IEEE 754 binary16), rounded to the nearest, ties to even.
 * @param {number} value
 */
export function halfOf(value) {
  single[0] = value
  const bits = singleBits[0] ?? 0
  const sign = (bits >>> 16) & 0x8000
  const exponent = ((bits >>> 23) & 0xff) - 127 + 15
  const mantissa = bits & 0x7fffff
  if (exponent >= 31) return sign | 0x7c00
  if (exponent < -10) return sign
  // What is too small for a normal number keeps fewer digits.
  const shift = exponent > 0 ? 13 : 14 - exponent
  const whole = exponent > 0 ? (exponent << 23) | mantissa : mantissa | 0x800000
  const kept = whole >>> shift
  const rest = whole & ((1 << shift) - 1)
  const half = 1 << (shift - 1)
  return sign | (rest > half || (rest === half && kept & 1) ? kept + 1 : kept)
}

/**
 * @param {number} field
 * @param {number} value
 */
function whole(field, value) {
  return joined([varint(field << 3), varint(value)])
}

/**
 * @param {number} field
 * @param {string} value
 */
function text(field, value) {
  return message(field, new TextEncoder().encode(value))
}

/**
 * @param {number} field
 * @param {Uint8Array} bytes
 */
function message(field, bytes) {
  return joined([varint((field << 3) | 2), varint(bytes.length), bytes])
}

/** @param {number} value */
function varint(value) {
  const bytes = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Uint8Array.from([...bytes, rest])
}

/** @param {readonly Uint8Array[]} parts */
function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
