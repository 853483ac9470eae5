import { planLimits, planPrices, retentionDays } from '../../../src/contract/plans'
import { formatBytes } from '../../../src/lib/bytes'
import { listOfWords } from '../../../src/lib/words'
import { planNameOf } from '../../billing/plan-choices'
import type { PlanUsage } from '../../workspace/plan-usage'
import { plainText } from '../clip-links'
import type { PlanTopic } from '../question/settings-topics'
import { timeOf } from '../times/period'
import type { Asked } from './asked'
import { numberOf } from './phrases'

export async function aboutPlan(about: PlanTopic, asked: Asked): Promise<string> {
  const usage = await asked.search.usage()
  const plan = `Your plan is ${planNameOf(asked.tier)}.`
  switch (about) {
    case 'storage':
      return `${storage(usage, asked)} ${plan}`
    case 'chats':
      return `${chats(usage, asked)} ${month(usage, asked)} ${plan}`
    case 'notifications':
      return `${await notifications(asked)} ${month(usage, asked)} ${plan}`
    case 'cameras':
      return `${cameras(usage, asked)} ${plan}`
    case 'retention':
      return `${retention(asked)} ${plan}`
    case 'prices':
      return `${prices} ${plan}`
    case 'audio':
      return `${audio(asked)} ${plan}`
    case 'users':
      return `${await users(asked)} ${plan}`
    case 'clip-length':
      return `${clipLength(asked)} ${plan}`
    case 'all':
      return [
        plan,
        ...[
          storage(usage, asked),
          recorded(usage, asked),
          chats(usage, asked),
          cameras(usage, asked),
          retention(asked),
        ].map((line) => `- ${line}`),
        month(usage, asked),
      ].join('\n')
  }
}

function storage({ storedBytes }: PlanUsage, { tier }: Asked): string {
  const { storageBytes } = planLimits[tier]
  const left = formatBytes(Math.max(0, storageBytes - storedBytes))
  return `Storage: ${formatBytes(storedBytes)} of ${formatBytes(storageBytes)} used, ${left} left. When it is full, the oldest recordings are deleted.`
}

function recorded({ recordedBytes }: PlanUsage, { tier }: Asked): string {
  return `Recorded this month: ${formatBytes(recordedBytes)} of ${formatBytes(planLimits[tier].storageBytes)}.`
}

function chats({ chats: used }: PlanUsage, { tier }: Asked): string {
  const { chatsPerMonth } = planLimits[tier]
  return `AI chats this month: ${used} of ${chatsPerMonth} used, this one included, ${Math.max(0, chatsPerMonth - used)} left.`
}

async function notifications({ search, tier }: Asked): Promise<string> {
  const { used, total } = await search.notifications(tier)
  return `Notifications this month: ${used} of ${total} sent, ${Math.max(0, total - used)} left.`
}

function cameras({ cameras: used }: PlanUsage, { tier }: Asked): string {
  const limit = planLimits[tier].cameras
  return `Cameras: ${used} of ${limit}, so ${numberOf(Math.max(0, limit - used), 'more camera')} can be added.`
}

/** The Videos screen promises 30 days to everybody. */
function retention({ tier }: Asked): string {
  return `Recordings are kept for ${retentionDays(tier)} days, unless storage is full before.`
}

function audio({ tier }: Asked): string {
  return planLimits[tier].hasAudio
    ? 'Yes, your cameras can record audio. Each has a switch in its settings.'
    : 'No, your plan records without audio.'
}

/** Whoever else may look is told of too: a link needs no account. */
async function users({ search, tier, isProgram }: Asked): Promise<string> {
  const members = (await search.members()).map(plainText)
  const most = planLimits[tier].users
  const who = isProgram ? '; who they are is told in the app' : `: ${listOfWords(members)}`
  return `This workspace has ${numberOf(members.length, 'user')} of at most ${most}${who}. Who was sent a share sees what is in it: the screen Secure Video Sharing lists them.`
}

function clipLength({ tier }: Asked): string {
  return `A clip is at most ${planLimits[tier].segmentMs / 1000} seconds long.`
}

function month({ month: { untilMs } }: PlanUsage, { zone }: Asked): string {
  return `A new month begins at ${timeOf(untilMs, zone)}.`
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
const priceOf = (tier: 'PRO' | 'TEAM') =>
  `${planNameOf(tier)} costs ${dollars(planPrices[tier].monthlyCents)} a month, or ${dollars(planPrices[tier].yearlyCents)} a month billed by the year`
const prices = `Basic costs $0. ${priceOf('PRO')}. ${priceOf('TEAM')}; it is not sold yet.`
