import { expect, test } from 'vitest'
import { extensionNames, formatExtensions, parseExtensions } from '../../src/contract/extensions'

test('the header lists the names with commas, and is read back (EXT-01)', () => {
  expect(formatExtensions(['clip-details', 'sign-out'])).toBe('clip-details, sign-out')
  expect(parseExtensions(formatExtensions(extensionNames))).toEqual(new Set(extensionNames))
})

test.each([null, '', ' , ', 'delete-everything'])('a header of %j offers nothing (EXT-01)', (header) => {
  expect(parseExtensions(header)).toEqual(new Set())
})

test('names are read whatever their order and spaces, and unknown ones are left out', () => {
  expect(parseExtensions('polling,x,  sign-out ')).toEqual(new Set(['sign-out', 'polling']))
})

test('a name counts only as a whole', () => {
  expect(parseExtensions('sign-out-all, clip')).toEqual(new Set())
})
