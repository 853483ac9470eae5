import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/root.mjs'
import { appRoutes, kindOf } from '../../src/service-worker/requests'

const origin = 'http://hub.test'
const files = ['/icon.svg', '/manifest.webmanifest']

function kind(path: string, how: { method?: string; mode?: RequestMode } = {}) {
  return kindOf({ method: how.method ?? 'GET', mode: how.mode ?? 'navigate', url: `${origin}${path}` }, origin, files)
}

describe('requests that a kept app answers (SHELL-02)', () => {
  it.each([...appRoutes].map((path) => [path]))('the page of %s', (path) => {
    expect([kind(path), kind(`${path}?clip=1`)]).toEqual(['page', 'page'])
  })

  it('are of all screens that there are', () => {
    const routes = readFileSync(join(root, 'src/app/routes.tsx'), 'utf8')
    const written = [...routes.matchAll(/^ {2}'(\/[^']*)':|path === '(\/[^']*)'\) return/gm)].map(
      ([, one, other]) => one ?? other,
    )
    expect(written.length).toBeGreaterThan(10)
    expect(new Set(written)).toEqual(appRoutes)
  })

  it.each(['/assets/main-1.js', '/icon.svg', '/manifest.webmanifest'])('the file %s', (path) => {
    expect(kind(path, { mode: 'no-cors' })).toBe('file')
  })
})

describe('requests that only the hub answers (SHELL-03)', () => {
  it.each([
    '/v1/cameras',
    '/v1/videos/1/export',
    '/media/1',
    '/healthz',
    '/metrics',
    '/s/token',
    '/nightjar-ca.crt',
    '/service-worker.js',
    '/plans/1',
    '/nowhere',
  ])('%s', (path) => {
    expect([kind(path), kind(path, { mode: 'cors' })]).toEqual(['other', 'other'])
  })

  it.each(['HEAD', 'POST', 'PUT', 'DELETE'])('%s of a page', (method) => {
    expect([kind('/login', { method, mode: 'cors' }), kind('/login', { method })]).toEqual(['other', 'other'])
  })

  it('whatever is asked of another site', () => {
    const request = { method: 'GET', mode: 'cors' as const, url: 'https://elsewhere.test/assets/main-1.js' }
    expect(kindOf(request, origin, files)).toBe('other')
  })
})
