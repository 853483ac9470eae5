import { Complaint, complaining } from '../../bench/complaint'
import { runBrowserFaults } from './browser/rounds'
import { readOptions } from './options'

/** scripts/faults.mjs finds both. */
function given(name: 'CHROME_PATH' | 'FAULTS_CAMERA'): string {
  const value = process.env[name]
  if (value === undefined) throw new Complaint('Start this with: npm run test:faults')
  return value
}

async function main(): Promise<void> {
  const { rounds, seed } = readOptions(process.argv.slice(2))
  if (process.platform === 'win32')
    throw new Complaint('test:faults kills a group of processes, which Windows has not.')
  const browser = { executable: given('CHROME_PATH'), cameraFile: given('FAULTS_CAMERA') }
  const failures = await runBrowserFaults(browser, { rounds, seed })
  console.log(failures === 0 ? '\nNothing was lost and nothing came twice.' : `\n${failures} of the above failed.`)
  process.exitCode = failures === 0 ? 0 : 1
}

await complaining(main)
