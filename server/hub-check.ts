import pino from 'pino'
import { callOf, fail, readOptions, runTool, tellUpgrade } from './command-line'
import { lockFolder } from './db/folder-lock'
import { openDatabase } from './db/open'
import { type Comparison, compareStores, type Difference, repairStores } from './hub/check'
import { readConfig } from './hub/config'
import { requireHub, requireOwnUser } from './hub/require-hub'
import { systemClock } from './lib/clock'
import { tellProgress } from './lib/progress'
import { brokerAnswer } from './mqtt/broker-answer'
import { openBlobs } from './storage/open-blobs'
import { requireRowsHere } from './storage/rows-mark'
import { StoreUse } from './storage/s3/store-use'
import { requireStore } from './storage/store-owner'

/** `npm run hub:check`: does every row have its file and every file its row? Ends with 1 where something differs. */
async function main(): Promise<void> {
  const isRepair = readOptions({ repair: { type: 'boolean', default: false } })?.repair ?? null
  const result = readConfig(process.env)
  if (isRepair === null || !result.ok) return fail(result.ok ? ['The only option is --repair.'] : result.problems)
  const { config } = result
  requireHub(config)
  requireOwnUser(config.dataDir)
  if (config.mqtt !== null) print(await brokerAnswer(config.mqtt))
  await requireRowsHere(config)
  const unlock = await lockFolder(config.dataDir)
  try {
    const db = await openDatabase(config.dataDir, config.databaseUrl, { onUpgrade: tellUpgrade })
    try {
      const blobs = await openBlobs(config, pino({ level: 'warn' }, process.stderr))
      await requireStore({ config, db, blobs })
      const use = new StoreUse({ config, db, blobs })
      try {
        if (isRepair) await use.claim()
        await check({ config, db, blobs, clock: systemClock }, isRepair)
      } finally {
        await use.end()
      }
    } finally {
      await db.destroy()
    }
  } finally {
    unlock()
  }
}

async function check(services: Parameters<typeof compareStores>[0], isRepair: boolean): Promise<void> {
  const comparison = await compareStores(services, tellProgress('Recordings compared'))
  print(tableOf(comparison))
  if (comparison.differences.length === 0) return print('Rows and files agree.')
  process.exitCode = 1
  if (!isRepair) return print(`Nothing was changed. To repair what can be: ${callOf('check', '--repair')}`)
  const repair = await repairStores(services, comparison)
  if (repair.kind === 'refused') {
    return print('Most recordings have no file: is this the right DATA_DIR, and its disk there? Nothing was changed.')
  }
  print(`Repaired: ${comparison.differences.length - repair.left.length} of ${comparison.differences.length}.`)
  if (repair.left.length === 0) process.exitCode = 0
  else
    print(
      'Recordings that cannot be read, or whose bytes or proof differ, stay as they are: only a backup brings them back.',
    )
}

const titles: Readonly<Record<Difference['kind'], string>> = {
  'clip-missing': 'recording without its file',
  'thumbnail-missing': 'thumbnail without its file',
  'snapshot-missing': 'snapshot without its file',
  stray: 'file without a row',
  'size-differs': 'file of another size',
  'bytes-differ': 'file with other bytes',
  unreadable: 'file that cannot be read',
  'proof-differs': 'recording whose proof does not hold',
  'day-differs': 'day whose count is wrong',
}

/** Every difference with its kind, below the numbers of what was compared. */
function tableOf({ videos, hashed, files, films, young, differences }: Comparison): string {
  const head = `Compared ${videos} recordings (${hashed} by their hash) with ${files} files: ${differences.length} differences.`
  const width = Math.max(...Object.values(titles).map((title) => title.length))
  return [
    head,
    ...filmLines(films),
    ...(young === 0
      ? []
      : [
          `  ${young} files without a row came within the last hour: another hub may be writing theirs. Look again later.`,
        ]),
    ...differences.map((difference) => `  ${titles[difference.kind].padEnd(width)}  ${difference.key}`),
  ].join('\n')
}

/** They are as they came: a running hub reads what is left, and nothing mends the others. */
function filmLines({ unread, unplayable }: Comparison['films']): string[] {
  return [
    ...(unread === 0 ? [] : [`  ${unread} are still to be read for length and size, which the running hub does.`]),
    ...(unplayable === 0 ? [] : [`  ${unplayable} cannot be played: the hub found no film in their files.`]),
  ]
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

await runTool(main)
