import { HOUR_MS } from '../../../src/lib/durations'
import { DESCRIPTIONS_JOB } from '../../events/descriptions/description-queue'
import { forgetQueued } from '../../events/descriptions/description-rows'
import type { Job } from '../../lib/job'
import type { AssistantServices } from '../services'

/** Where no model takes pictures any more, nothing waits for one: stills that were kept for it go. */
export function descriptionJob({ db, describer }: Pick<AssistantServices, 'db' | 'describer'>): Job {
  return describer?.job() ?? { name: DESCRIPTIONS_JOB, everyMs: HOUR_MS, run: () => forgetQueued(db, 'all') }
}
