import { capture } from '../command-line/command.mjs'

/** What takes longest comes first. */
const projects = ['tests', 'src', 'bench', 'server', 'scripts', 'src/engine/workers', 'src/service-worker', 'assembly']

/** Checks every project, two at a time (each may take most of a gigabyte), and shows what the compiler found. */
export async function typecheck() {
  const waiting = [...projects]
  const failed = /** @type {string[]} */ ([])
  const worker = async () => {
    for (let project = waiting.shift(); project; project = waiting.shift()) {
      // Its threads each look anew at what they share: together they take twice the CPU of one, and are done later.
      const args = ['node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded', '-p', project]
      const { code, output } = await capture(process.execPath, args)
      if (code === 0) continue
      failed.push(project)
      process.stdout.write(output)
    }
  }
  await Promise.all([worker(), worker()])
  console.log(
    failed.length === 0 ? `No type errors in ${projects.join(', ')}.` : `Type errors in ${failed.join(', ')}.`,
  )
  return failed.length === 0
}
