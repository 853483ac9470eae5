import { expect, it } from 'vitest'
import { requireApiBase } from '../../../scripts/build/api-base.mjs'

it.each([
  undefined,
  '',
  'https://api.example.org',
  'http://localhost:9000',
  'https://example.org/cams',
  'http://[::1]:9000',
])('an app is built for %s (ENV-12)', (address) => expect(() => requireApiBase(address)).not.toThrow())

it.each([
  'https://api.example.org/',
  'api.example.org',
  'localhost:9000',
  '"https://api.example.org"',
  'https://api.example.org"',
  'https://api.example.org?key=1',
  'https://ann@api.example.org',
])('none is built for %s, which no call would reach (ENV-12)', (address) => {
  expect(() => requireApiBase(address)).toThrow(
    'VITE_API_BASE must be an http or https address without a slash at its end, such as https://api.example.org.',
  )
})
