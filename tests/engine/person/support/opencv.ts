import { loadOpenCV } from '@opencvjs/node'
import { asOpenCv, type OpenCv } from '../../../../src/engine/person/hog/opencv'

export async function loadOpenCvForTests(): Promise<OpenCv> {
  const cv = asOpenCv(await loadOpenCV())
  if (cv === null) throw new Error('@opencvjs/node lacks what finding people needs.')
  return cv
}

export interface CountedOpenCv {
  readonly cv: OpenCv
  /** What was made on the heap and not deleted. */
  alive(): number
}

/** OpenCV that counts what is made through it and through what it makes; `isFailing` has searches throw as OpenCV does. */
export function countHeap(real: OpenCv, isFailing: () => boolean = () => false): CountedOpenCv {
  const alive = new Set<object>()
  const methods: Record<string, (made: object, args: unknown[]) => unknown> = {
    delete: (made) => alive.delete(made),
    detectMultiScale: () => {
      // The address of a C++ exception.
      if (isFailing()) throw 5_242_880
    },
  }
  const watch = <T extends object>(made: T): T => {
    alive.add(made)
    for (const [name, before] of Object.entries(methods)) replace(made, name, (_, args) => before(made, args))
    replace(made, 'roi', (part) => (typeof part === 'object' && part !== null ? watch(part) : part), 'after')
    return made
  }
  const counted = new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      const isClass = ['Mat', 'RectVector', 'DoubleVector', 'HOGDescriptor'].includes(String(name))
      if (!isClass || typeof value !== 'function') return value
      return new Proxy(value, {
        construct: (made, args) => watch(Reflect.construct(made, args) as object),
        get: (made, key) => {
          const member: unknown = Reflect.get(made, key)
          if (!String(key).startsWith('get') || typeof member !== 'function') return member
          return () => watch(member.call(made) as object)
        },
      })
    },
  })
  return { cv: counted, alive: () => alive.size }
}

type Hook = (result: unknown, args: unknown[]) => unknown

function replace(made: object, name: string, hook: Hook, when: 'before' | 'after' = 'before'): void {
  const method: unknown = Reflect.get(made, name)
  if (typeof method !== 'function') return
  const replaced = (...args: unknown[]): unknown => {
    if (when === 'before') hook(undefined, args)
    const result: unknown = method.apply(made, args)
    return when === 'after' ? hook(result, args) : result
  }
  Object.defineProperty(made, name, { value: replaced, configurable: true })
}
