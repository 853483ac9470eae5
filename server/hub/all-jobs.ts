import { lostMessageJob } from '../assistant/chats'
import { descriptionJob } from '../assistant/descriptions/description-job'
import { PLAN_CHANGE_JOB, planChangeJob } from '../billing/plan-changes'
import { STRIPE_READING_JOB, stripeReadingJob } from '../billing/stripe/plan-reading'
import { stripeEventJob } from '../billing/stripe/webhook'
import { outageJobs } from '../cameras/outages'
import { DESCRIPTIONS_JOB } from '../events/descriptions/description-queue'
import type { Job } from '../lib/job'
import { MQTT_JOB } from '../mqtt/publisher'
import { notificationJobs } from '../notifications/notification-jobs'
import { FACTS_JOB, factsJob } from '../recordings/facts/facts-job'
import { RETENTION_JOB, retentionJob } from '../recordings/retention'
import { blobRemovalJob } from '../storage/blob-removals'
import { storeUseJob } from '../storage/s3/store-use'
import { uncertainBlobsJob } from '../storage/uncertain-blobs'
import { webhookJobs } from '../webhooks/webhook-jobs'
import { formerPlanMailJob } from '../workspace/former-plan-mails'
import type { Services } from './services'
import { UPGRADE_COPIES_JOB, upgradeCopiesJob } from './upgrade-copies-job'

/** What goes on beside the requests. */
export function addJobs(services: Services): void {
  for (const job of allJobs(services)) services.jobs.add(job)
}

function allJobs(services: Services): Job[] {
  const { billing } = services
  const { uncertain, uses } = services.blobs
  return [
    ...notificationJobs(services),
    ...webhookJobs(services),
    ...outageJobs(services),
    planChangeJob(services, services.believedTime),
    retentionJob(services),
    formerPlanMailJob(services),
    factsJob(services),
    blobRemovalJob(services),
    ...(uncertain === null ? [] : [uncertainBlobsJob(services, uncertain)]),
    ...(uses === null ? [] : [storeUseJob(services)]),
    lostMessageJob(services),
    descriptionJob(services),
    stripeEventJob(services),
    ...(billing.kind === 'stripe' ? [stripeReadingJob(services, billing)] : []),
    ...(services.mqtt === null ? [] : [services.mqtt.job()]),
    upgradeCopiesJob(services),
  ]
}

/** What is overdue at the start is done then (KEEP-10): a plan that has ended comes before the retention by that plan. */
export function startJobs({ jobs, mqtt, billing }: Services): void {
  jobs.nudge(PLAN_CHANGE_JOB)
  jobs.nudge(RETENTION_JOB)
  jobs.nudge(DESCRIPTIONS_JOB)
  jobs.nudge(FACTS_JOB)
  if (mqtt !== null) jobs.nudge(MQTT_JOB)
  if (billing.kind === 'stripe') jobs.nudge(STRIPE_READING_JOB)
  jobs.nudge(UPGRADE_COPIES_JOB)
}
