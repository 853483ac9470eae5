/** Writes the few parts of ONNX's protobuf format that small graphs need (onnx.proto, opset 13). */

export type Attribute = number | readonly number[]

export interface GraphNode {
  readonly op: string
  readonly inputs: readonly string[]
  readonly output: string
  readonly attributes?: Readonly<Record<string, Attribute>>
}

export interface Constant {
  readonly name: string
  readonly dims: readonly number[]
  readonly values: readonly number[]
  readonly type?: 'float' | 'int64'
}

export interface Port {
  readonly name: string
  readonly dims: readonly number[]
  readonly type?: 'float' | 'int64'
}

export interface Graph {
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
  readonly constants: readonly Constant[]
  readonly nodes: readonly GraphNode[]
}

const FLOAT = 1
const INT64 = 7
const OPSET = 13
const IR_VERSION = 7

/** The bytes of a model file. */
export function onnxFile({ inputs, outputs, constants, nodes }: Graph): Uint8Array<ArrayBuffer> {
  const graph = [
    ...nodes.flatMap((node) => message(1, nodeBytes(node))),
    ...text(2, 'test'),
    ...constants.flatMap((constant) => message(5, tensorBytes(constant))),
    ...inputs.flatMap((port) => message(11, portBytes(port))),
    ...outputs.flatMap((port) => message(12, portBytes(port))),
  ]
  const opset = [...text(1, ''), ...whole(2, OPSET)]
  return new Uint8Array([...whole(1, IR_VERSION), ...message(7, graph), ...message(8, opset)])
}

function nodeBytes({ op, inputs, output, attributes = {} }: GraphNode): number[] {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...text(2, output),
    ...text(4, op),
    ...Object.entries(attributes).flatMap(([name, value]) => message(5, attributeBytes(name, value))),
  ]
}

/** Type 2 is one whole number, type 7 a list of them. */
function attributeBytes(name: string, value: Attribute): number[] {
  if (typeof value === 'number') return [...text(1, name), ...whole(3, value), ...whole(20, 2)]
  return [...text(1, name), ...value.flatMap((one) => whole(8, one)), ...whole(20, 7)]
}

function tensorBytes({ name, dims, values, type = 'float' }: Constant): number[] {
  const raw = type === 'float' ? new Float32Array(values) : BigInt64Array.from(values, BigInt)
  const bytes = [...new Uint8Array(raw.buffer)]
  return [...dims.flatMap((dim) => whole(1, dim)), ...whole(2, typeCode(type)), ...text(8, name), ...message(9, bytes)]
}

function portBytes({ name, dims, type = 'float' }: Port): number[] {
  const shape = dims.flatMap((dim) => message(1, whole(1, dim)))
  const tensor = [...whole(1, typeCode(type)), ...message(2, shape)]
  return [...text(1, name), ...message(2, message(1, tensor))]
}

function typeCode(type: 'float' | 'int64'): number {
  return type === 'float' ? FLOAT : INT64
}

function whole(field: number, value: number): number[] {
  return [...varint(field << 3), ...varint(value)]
}

function text(field: number, value: string): number[] {
  return message(field, [...new TextEncoder().encode(value)])
}

function message(field: number, bytes: readonly number[]): number[] {
  return [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes]
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return [...bytes, rest]
}
