import { DAY_MS } from '../../src/lib/durations'
import { forgetOldCopies } from '../db/upgrade-copy'
import type { Job } from '../lib/job'
import type { Services } from './services'

export const UPGRADE_COPIES_JOB = 'upgrade-copies'

/** Forgets copies of the database from before upgrades after their time (REL-07), which a clock that leaps ahead does not bring. */
export function upgradeCopiesJob({ config, believedTime }: Pick<Services, 'config' | 'believedTime'>): Job {
  return {
    name: UPGRADE_COPIES_JOB,
    everyMs: DAY_MS,
    run: async () => forgetOldCopies(config.dataDir, await believedTime()),
  }
}
