import { describe, expect, it } from 'vitest'
import { asOpenCv } from '../../../../src/engine/person/hog/opencv'
import { loadOpenCvForTests } from '../support/opencv'

const LOADING_MS = 60_000

const detectors = { getDefaultPeopleDetector: () => undefined, getDaimlerPeopleDetector: () => undefined }

/** By name all that finding people needs. */
const whole: Readonly<Record<string, unknown>> = {
  ...{ Mat: class {}, RectVector: class {}, DoubleVector: class {}, HOGDescriptor: Object.assign(class {}, detectors) },
  ...{ cvtColor: () => undefined, copyMakeBorder: () => undefined, resize: () => undefined },
  // OpenCV's own: some are 0.
  ...{ CV_8UC4: 24, CV_32FC1: 5, COLOR_RGBA2GRAY: 11, BORDER_REPLICATE: 1, INTER_AREA: 3, INTER_LINEAR: 0 },
}
const names = Object.keys(whole)

function without(name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name))
}

describe('what was loaded as OpenCV (PERSON-02)', () => {
  it('is taken as it is where it has all that finding people needs', () => {
    expect(asOpenCv(whole)).toBe(whole)
  })

  it(
    'is the real one',
    async () => {
      await expect(loadOpenCvForTests()).resolves.toMatchObject({ CV_8UC4: whole['CV_8UC4'] })
    },
    LOADING_MS,
  )

  it.each([[undefined], [null], ['cv'], [7], [() => whole], [{}], [[]]])(
    'is refused where it is no module: %j',
    (loaded) => {
      expect(asOpenCv(loaded)).toBeNull()
    },
  )

  it.each(names)('is refused without %s', (name) => {
    expect(asOpenCv(without(name))).toBeNull()
  })

  it.each(names)('is refused where %s is of another kind', (name) => {
    expect(asOpenCv({ ...whole, [name]: typeof whole[name] === 'number' ? '24' : 24 })).toBeNull()
    expect(asOpenCv({ ...whole, [name]: null })).toBeNull()
  })

  it.each(['getDefaultPeopleDetector', 'getDaimlerPeopleDetector'] as const)(
    'is refused where its HOGDescriptor has no %s',
    (name) => {
      const HOGDescriptor = Object.assign(class {}, { ...detectors, [name]: undefined })
      expect(asOpenCv({ ...whole, HOGDescriptor })).toBeNull()
    },
  )

  it('is refused where its HOGDescriptor is an object with the detectors, and no class', () => {
    expect(asOpenCv({ ...whole, HOGDescriptor: detectors })).toBeNull()
  })

  it('has its functions wherever it inherits them from', () => {
    expect(asOpenCv(Object.create(whole))).not.toBeNull()
  })
})
