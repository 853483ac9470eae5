import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { notFound } from '../lib/errors'
import { answerError } from './error-answers'

const PAGE = 'index.html'

/**
 * Keeps the app in browsers, and shows notifications. It fetches from here and loads nothing but their pictures; each build
 * has another (SHELL-01).
 */
const SERVICE_WORKER = 'service-worker.js'
const WORKER_POLICY = "default-src 'none';script-src 'self';connect-src 'self';img-src 'self'"

/** The only names that a build gives: others, such as those that lead out of the folder, are none of its files. */
const BUILT_FILE = /^(?:assets\/)?[\w-][\w.-]*$/

/** Serves the built web app, if there is one, and answers what no route takes. */
export const appFiles = plugin(
  async (
    fastify: FastifyInstance,
    { appDir, ownPrefixes }: { appDir: string | null; ownPrefixes: readonly string[] },
  ) => {
    const isBuilt = appDir !== null && existsSync(join(appDir, PAGE))
    if (isBuilt) {
      await fastify.register(files, {
        root: rootsOf(appDir),
        // Its own route reads the whole folder for each file, to tell by the names whether the letters' case is right.
        serve: false,
        cacheControl: false,
        // Beside most files lies the same, compressed (scripts/build/compressed-files.mjs): a third of the bytes.
        preCompressed: true,
        setHeaders: (reply, sent) => {
          const path = sent.replace(/\.gz$/, '')
          reply.header('cache-control', cachingOf(path))
          if (path === join(appDir, SERVICE_WORKER)) reply.header('content-security-policy', WORKER_POLICY)
        },
      })
      fastify.get<{ Params: { '*': string } }>('/*', (request, reply) => {
        const file = request.params['*'] || PAGE
        if (BUILT_FILE.test(file)) reply.sendFile(file)
        else reply.callNotFound()
      })
    }
    // Routes of the app exist only in the browser: a deep link gets the page, which knows them.
    fastify.setNotFoundHandler((request, reply) => {
      if (isBuilt && asksForPage(request, [...ownPrefixes, '/assets', '/healthz'])) reply.sendFile(PAGE)
      else answerError(notFound('address'), request, reply)
    })
  },
  { name: 'app-files', dependencies: ['error-answers'] },
)

/**
 * Beside an installed hub another package may lie, with the parts of the app that are passed on under another licence
 * (scripts/release/archives.mjs): `nightjar/dist/app` has `nightjar-ffmpeg/app` beside it.
 */
function rootsOf(appDir: string): string[] {
  return [appDir, join(appDir, '..', '..', '..', 'nightjar-ffmpeg', 'app')].filter((folder) => existsSync(folder))
}

/** The build writes a hash of the content into every name below assets. */
function cachingOf(path: string): string {
  return path.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** `ours`: what no deep link of the app begins with. */
function asksForPage({ method, url, headers }: FastifyRequest, ours: readonly string[]): boolean {
  const [path = ''] = url.split('?')
  const isOurs = ours.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  if (isOurs || (method !== 'GET' && method !== 'HEAD')) return false
  const accept = headers.accept ?? '*/*'
  return accept.includes('text/html') || (accept.includes('*/*') && !path.slice(path.lastIndexOf('/')).includes('.'))
}
