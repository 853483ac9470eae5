import { expect, test } from 'vitest'
import { Failure } from '../../../scripts/command-line/failure.mjs'
import { requireOfFilm } from '../../../scripts/demo/sightings.mjs'

const sentence = 'Nothing moved in dog.mp4.'

/** As Playwright ends a wait. */
const inVain = () => Promise.reject(Object.assign(new Error('Timeout 40000ms exceeded.'), { name: 'TimeoutError' }))

test('a film that gives nothing is told in a sentence that names it (OPS-15)', async () => {
  await expect(requireOfFilm(Promise.resolve(null), sentence)).rejects.toEqual(new Failure(sentence))
  await expect(requireOfFilm(inVain(), sentence)).rejects.toBeInstanceOf(Failure)
  expect(await requireOfFilm(Promise.resolve(7), sentence)).toBe(7)
})

test('any other trouble of the demo stays what it is', async () => {
  const crash = new Error('Target page, context or browser has been closed')
  await expect(requireOfFilm(Promise.reject(crash), sentence)).rejects.toBe(crash)
})
