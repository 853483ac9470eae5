import { Failure } from './command-line/failure.mjs'

/** The other scripts are loaded only after the check of Node's version: an old Node could not even read them. */
/** @type {Record<string, (args: string[]) => Promise<void>>} */
const commands = {
  // Alone for deploy/Dockerfile, where they are a layer of their own, and .ci/run; all others see to it themselves.
  packages: async ([level]) => {
    const { ensureInstalled } = await import('./install.mjs')
    await ensureInstalled(level === 'everything' ? level : 'running')
  },
  start: async (args) => {
    await refuseSettings('npm start', args)
    await installAndBuild('running')
    await import(new URL('../dist/hub/main.js', import.meta.url).href)
  },
  dev: async (args) => {
    await refuseSettings('npm run dev', args)
    const { dev } = await import('./dev.mjs')
    await dev()
  },
  demo: async (args) => {
    await installAndBuild('everything')
    const { demo } = await import('./demo.mjs')
    await demo(args)
  },
  test: testCommand,
  check: testCommand,
  bench: (args) => benchCommand('kernels', args),
  'bench:browser': (args) => benchCommand('browser', args),
  'bench:detect': (args) => benchCommand('detect', args),
  'bench:hub': async (args) => {
    await installAndBuild('everything')
    await benchCommand('hub', args)
  },
  'bench:live': async (args) => {
    await installAndBuild('everything')
    await benchCommand('live', args)
  },
  'bench:assistant': (args) => benchCommand('assistant', args),
  figures: async (args) => {
    await refuseFlags('figures', args)
    const { ensureInstalled } = await import('./install.mjs')
    const { bench } = await import('./bench.mjs')
    await ensureInstalled()
    await bench('figures', [])
  },
  'test:faults': async (args) => {
    await installAndBuild('everything')
    const { faults } = await import('./faults.mjs')
    await faults(args)
  },
  'test:firefox': async (args) => {
    const { findFirefox, leftOut, testFirefox } = await import('./firefox.mjs')
    const executable = findFirefox()
    if (executable === undefined) return console.log(leftOut)
    await installAndBuild('everything')
    await testFirefox(executable, args)
  },
  'hub:check': (args) => hubToolCommand('check', args),
  'hub:backup': (args) => hubToolCommand('backup', args),
  'hub:migrate': (args) => hubToolCommand('migrate', args),
  'hub:pair': (args) => hubToolCommand('pair', args),
  verify: (args) => hubToolCommand('verify', args),
  checklist: async (args) => {
    const { ensureInstalled } = await import('./install.mjs')
    await ensureInstalled('running')
    const { checklist } = await import('./checklist.mjs')
    process.exitCode = await checklist(args)
  },
  format: async (args) => {
    await refuseFlags('format', args)
    const { ensureInstalled } = await import('./install.mjs')
    const { run } = await import('./command-line/command.mjs')
    const { writeLintRules } = await import('./lint/subject-order.mjs')
    await ensureInstalled('everything')
    writeLintRules()
    process.exitCode = await run(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'])
  },
  model: async (args) => {
    await refuseFlags('model', args)
    const { makeModel } = await import('./model.mjs')
    await makeModel()
  },
  licences: async (args) => {
    await refuseFlags('licences', args)
    const { licences } = await import('./licences.mjs')
    process.exitCode = await licences()
  },
  screens: async (args) => {
    await installAndBuild('everything')
    const { screens } = await import('./screens.mjs')
    await screens(args)
  },
  release: async (args) => {
    const { ensureInstalled } = await import('./install.mjs')
    await ensureInstalled('running')
    const { release } = await import('./release.mjs')
    await release(args)
  },
  build: async (args) => {
    const { readFlags } = await import('./command-line/flags.mjs')
    await installAndBuild('running', readFlags(args, { force: { type: 'boolean', default: false } }, '--force'))
    console.log('The app is in dist/app and the hub in dist/hub. Start them with: npm start')
  },
}

/**
 * @param {string} name
 * @param {string[]} args
 */
async function refuseFlags(name, args) {
  const { requireNoFlags } = await import('./command-line/flags.mjs')
  requireNoFlags(args, `${name} takes no options.`)
}

/**
 * @param {string} call
 * @param {string[]} args
 */
async function refuseSettings(call, args) {
  const { noOptionsOf } = await import('./command/programs.mjs')
  const { requireNoFlags } = await import('./command-line/flags.mjs')
  requireNoFlags(args, noOptionsOf(call))
}

/**
 * @param {import('./install.mjs').Level} level
 * @param {{ force?: boolean }} [options]
 */
async function installAndBuild(level, options) {
  const { ensureInstalled } = await import('./install.mjs')
  const { ensureBuilt } = await import('./build.mjs')
  await ensureInstalled(level)
  await ensureBuilt(options)
}

/**
 * @param {'kernels' | 'browser' | 'detect' | 'hub' | 'live' | 'assistant'} name
 * @param {string[]} args
 */
async function benchCommand(name, args) {
  const { ensureInstalled } = await import('./install.mjs')
  const { ensureKernels } = await import('./build.mjs')
  const { bench } = await import('./bench.mjs')
  await ensureInstalled('everything')
  await ensureKernels()
  await bench(name, args)
}

/**
 * @param {import('./hub-tools.mjs').Tool} name
 * @param {string[]} args
 */
async function hubToolCommand(name, args) {
  const { ensureInstalled } = await import('./install.mjs')
  const { hubTool } = await import('./hub-tools.mjs')
  await ensureInstalled('running')
  await hubTool(name, args)
}

/** @param {string[]} args */
async function testCommand(args) {
  const { test } = await import('./test/test.mjs')
  process.exitCode = await test(args)
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Failure(`Nightjar needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  }
}

try {
  const [name = '', ...args] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Failure(`Say what to run: one of ${Object.keys(commands).join(', ')}.`)
  checkNode()
  await command(args)
} catch (error) {
  if (!(error instanceof Failure)) throw error
  console.error(`\n${error.message}`)
  process.exit(1)
}
