import { lostMessageJob } from '../assistant/chats'
import { PLAN_CHANGE_JOB, planChangeJob } from '../billing/plan-changes'
import { stripeEventJob } from '../billing/stripe/stripe-events'
import { RETENTION_JOB, retentionJob } from '../recordings/retention'
import { blobRemovalJob } from '../storage/blob-removals'
import { uncertainBlobsJob } from '../storage/uncertain-blobs'
import type { Services } from './services'

/** What plans need done beside the requests; what is overdue at the start is done then (KEEP-10). */
export function addPlanJobs(services: Services): void {
  const { jobs } = services
  jobs.add(planChangeJob(services))
  jobs.add(retentionJob(services))
  jobs.add(blobRemovalJob(services))
  const { uncertain } = services.blobs
  if (uncertain !== null) jobs.add(uncertainBlobsJob(services, uncertain))
  jobs.add(lostMessageJob(services))
  jobs.add(stripeEventJob(services))
}

/** A plan that has ended comes before the retention by that plan. */
export function startPlanJobs({ jobs }: Services): void {
  jobs.nudge(PLAN_CHANGE_JOB)
  jobs.nudge(RETENTION_JOB)
}
