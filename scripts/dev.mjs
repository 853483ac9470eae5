import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ensureKernels } from './build.mjs'
import { Failure } from './command-line/failure.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

const appPort = 5173

/** Runs hub and app with hot reload until Ctrl-C. */
export async function dev() {
  const hubPort = process.env['PORT'] ?? '8080'
  process.env['HUB_PORT'] = hubPort
  // Vite takes the mode of the first server or build for the whole process.
  process.env['NODE_ENV'] = 'development'
  await ensureInstalled('everything')
  await ensureKernels()

  const vite = await import('vite')
  const app = await vite.createServer({ root, server: { port: appPort, strictPort: true } })
  await app.listen().catch(() => {
    throw new Failure(`Port ${appPort} is taken, perhaps by another npm run dev; end it and try again.`)
  })
  const hub = hubProcess({
    ...process.env,
    PORT: hubPort,
    PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${appPort}`,
  })
  const hubBuild = await watchHub(vite, hub.restart)
  const kernels = watchKernels()
  console.log(`Open http://localhost:${appPort} (the hub behind it is on port ${hubPort}). Ctrl-C ends both.`)

  let isEnding = false
  const end = async () => {
    // npm passes on what the terminal has told already.
    if (isEnding) return
    isEnding = true
    kernels.close()
    await Promise.allSettled([hubBuild.close(), app.close(), hub.stop()])
    process.exit(0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

/**
 * Builds the hub on every change of its sources.
 * @param {typeof import('vite')} vite
 * @param {() => void} onBuilt
 */
async function watchHub(vite, onBuilt) {
  const watcher = await vite.build({
    root,
    logLevel: 'warn',
    build: { ssr: 'server/main.ts', outDir: 'dist/hub-dev', watch: {} },
  })
  if (!('on' in watcher)) throw new Error('vite.build() did not return a watcher')
  watcher.on('event', async (event) => {
    if (event.code === 'ERROR') console.error(`The hub does not build: ${event.error.message}`)
    if (event.code === 'BUNDLE_END') onBuilt()
    if (event.code === 'BUNDLE_END' || event.code === 'ERROR') await event.result.close()
  })
  return watcher
}

/**
 * One hub at a time: the next starts only once the last has let go of its port and database.
 * @param {NodeJS.ProcessEnv} env
 */
function hubProcess(env) {
  const script = join(root, 'dist/hub-dev/main.js')
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  let last = Promise.resolve()

  const stop = async () => {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGTERM')
    const impatience = setTimeout(() => ending.kill('SIGKILL'), 5000)
    await ended
    clearTimeout(impatience)
  }
  const start = () => {
    const started = spawn(process.execPath, ['--enable-source-maps', script], { cwd: root, env, stdio: 'inherit' })
    child = started
    started.once('exit', (code) => {
      if (child === started)
        console.log(`The hub ended with ${code ?? 'a signal'}; it starts again on the next change.`)
    })
  }
  return {
    restart: () => {
      last = last.then(stop).then(start)
    },
    stop: () => last.then(stop),
  }
}

/** Vite itself reloads the page when it sees the new kernels. */
function watchKernels() {
  /** @type {NodeJS.Timeout | undefined} */
  let pending
  const build = async () => {
    try {
      await ensureKernels()
    } catch (error) {
      console.error(error instanceof Failure ? error.message : error)
    }
  }
  return watch(join(root, 'assembly'), { recursive: true }, () => {
    clearTimeout(pending)
    // Editors write a file in several steps.
    pending = setTimeout(build, 100)
  })
}
