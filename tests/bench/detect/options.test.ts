import { describe, expect, it } from 'vitest'
import { Complaint } from '../../../bench/complaint'
import { readOptions } from '../../../bench/detect/options'
import { sceneGroupNames } from '../../../bench/detect/scenes/index'

describe('the options of bench:detect', () => {
  it('run every group of scenes and the recorded footage when nothing is said', () => {
    expect(readOptions([])).toEqual({
      footageFolder: null,
      jsonFile: null,
      only: null,
      groups: [...sceneGroupNames, 'tampering'],
      isQuick: false,
      seed: 1,
      picturesFolder: null,
      person: null,
    })
  })

  it('are read, dashes in front or not', () => {
    const args = ['--footage', 'clips', '--json', 'out.json', '--scenes', 'near, led', '--quick', '--seed', '7']
    const expected = {
      footageFolder: 'clips',
      jsonFile: 'out.json',
      only: null,
      groups: ['near', 'led'],
      isQuick: true,
      seed: 7,
      picturesFolder: null,
      person: null,
    }
    expect(readOptions(args)).toEqual(expected)
    expect(readOptions(['--', ...args])).toEqual(expected)
  })

  it('can draw the pictures of the documents instead (BENCH-11)', () => {
    expect(readOptions(['--pictures', 'docs/pictures']).picturesFolder).toBe('docs/pictures')
  })

  it('can leave the scenes out, and all videos but some', () => {
    expect(readOptions(['--no-scenes']).groups).toEqual([])
    expect(readOptions([]).only).toBeNull()
    expect(readOptions(['--only', 'hall, yard']).only).toEqual(['hall', 'yard'])
  })

  it.each([[['--person']], [['--person', '--no-scenes']], [['--person-model', 'yolo.onnx']]])(
    'judge networks by footage alone, since no drawing can (BENCH-05): %j',
    (args) => {
      const { person, groups } = readOptions([...args, '--only', 'hall'])
      expect(person).not.toBeNull()
      expect(groups).toEqual([])
    },
  )

  it('name a model of one’s own (PERSON-03)', () => {
    const args = ['--person-model', 'yolo.onnx', '--person-size', '320', '--person-class', '14']
    expect(readOptions(args).person).toEqual({
      model: { file: 'yolo.onnx', inputSize: 320, classIndex: 14 },
      variants: [],
    })
    const plain = readOptions(['--person', '--person-model', 'yolo.onnx']).person
    expect(plain).toMatchObject({ model: { file: 'yolo.onnx', inputSize: 640, classIndex: 0 } })
  })

  it('can judge persons in the dark, in noise and far away too (BENCH-05)', () => {
    expect(readOptions(['--person', '--variants', 'dark, far']).person?.variants).toEqual(['dark', 'far'])
    expect(readOptions(['--person']).person?.variants).toEqual([])
  })

  it.each([
    [['--variants', 'dark'], /belongs to --person/],
    [['--person', '--variants', 'dark,fog'], /no variant called fog/],
    [['--person-size', '640'], /belongs to --person-model/],
    [['--person-model', 'a', '--person-class', 'person'], /whole numbers/],
    [['--scenes', 'vehicles'], /no group of scenes called vehicles/],
    [['--fotage', 'x'], /--fotage/],
    [['clips'], /clips/],
    [['--scenes', 'near,moon'], /no group of scenes called moon/],
    [['--seed', 'x'], /whole number/],
    [['--scenes', 'near', '--no-scenes'], /contradict/],
    [['--scenes', 'near', '--person'], /cannot judge a network/],
    [['--json'], /--json/],
  ])('complain about %j', (args, reason) => {
    expect(() => readOptions(args)).toThrow(Complaint)
    expect(() => readOptions(args)).toThrow(reason)
  })
})
