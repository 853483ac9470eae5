import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { Database } from '../../server/db/schema'

/** How the row of docs/privacy.md begins that tells of a table; null: it says nothing of anybody. */
const rowOf: Readonly<Record<keyof Database, string | null>> = {
  users: 'your address',
  workspaces: 'name of the workspace',
  memberships: 'your address',
  workspace_configs: 'events as mails and messages',
  sign_in_codes: 'addresses that a code was asked for',
  code_mails: 'addresses that a code was asked for',
  known_clients: 'the network addresses that you signed in from',
  attempt_counts: 'addresses that a code was asked for',
  sessions: 'the browsers that you are signed in with',
  refresh_tokens: 'the browsers that you are signed in with',
  api_tokens: 'names of API tokens',
  pairings: 'links for another device',
  passkeys: 'passkeys',
  passkey_challenges: 'passkeys',
  mode_eras: 'which mode held when',
  shares: 'clips that you share',
  camera_keys: 'what a camera signed of a clip',
  clip_proofs: 'what a camera signed of a clip',
  cameras: 'name of the workspace, names of cameras',
  videos: 'clips',
  events: 'events: what was seen',
  event_descriptions: 'what the model says that they show',
  description_hours: null,
  recording_days: null,
  job_leases: null,
  usage_months: null,
  workspace_billing: 'payments',
  stripe_events: 'payments',
  blob_removals: null,
  removed_clips: 'the number of a clip that was deleted',
  refused_clips: null,
  retention_clock: null,
  chats: 'questions to the assistant',
  chat_messages: 'questions to the assistant',
  invitations: 'addresses that an owner invites',
  incidents: 'messages of events that were sent',
  outages: 'messages of events that were sent',
  outage_watch: null,
  deliveries: 'messages of events that were sent',
  channel_states: null,
  channel_tests: null,
  push_subscriptions: 'where those go',
  webhooks: 'webhooks',
  webhook_deliveries: 'webhooks',
  camera_alerts: 'events: what was seen',
  camera_notices: 'messages of events that were sent',
  hub_secrets: null,
  mqtt_workspace: null,
  mqtt_told: null,
}

const text = readFileSync(join(resolve(import.meta.dirname, '..', '..'), 'docs/privacy.md'), 'utf8')

it('docs/privacy.md has a row for each table that says something of somebody (OPS-15)', () => {
  const untold = Object.entries(rowOf).filter(([, start]) => start !== null && !text.includes(`\n| ${start}`))
  expect(untold).toEqual([])
})

it.each(['lost/', 'upgrades/'])(
  'docs/privacy.md has a row for %s, where what was deleted elsewhere stays (OPS-15, HUB-14)',
  (folder) => expect(text).toMatch(new RegExp(`^\\| .* \\| the hub, in \`${folder}\` of .* \\| .* \\|$`, 'm')),
)
