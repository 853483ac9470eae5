import { billingCalls } from './billing'
import { cameraCalls, screenshotCalls } from './camera'
import { chatCalls } from './chat'
import { descriptionCalls } from './descriptions'
import { eventCalls } from './event'
import { eventSearchCalls } from './event-search'
import { evidenceCalls } from './evidence'
import { memberCalls } from './members'
import { modeCalls } from './modes/modes'
import { pushCalls } from './notifications/push'
import { webhookCalls } from './notifications/webhooks'
import { personModelCalls } from './person-model'
import { reviewCalls } from './review'
import { shareCalls } from './shares'
import { apiTokenCalls } from './sign-in/api-tokens'
import { authCalls } from './sign-in/auth'
import { pairingCalls } from './sign-in/pairings'
import { passkeyCalls } from './sign-in/passkeys'
import { sessionCalls } from './sign-in/sessions'
import { videoCalls } from './video'
import { workspaceCalls } from './workspace'
import { workspaceConfigCalls } from './workspace-config'

/** Every call (API-04 to API-32), and those of the hub's extensions, by resource. */
export const calls = {
  auth: authCalls,
  cameras: cameraCalls,
  screenshots: screenshotCalls,
  videos: videoCalls,
  events: eventCalls,
  eventSearch: eventSearchCalls,
  workspaces: workspaceCalls,
  workspaceConfig: workspaceConfigCalls,
  chats: chatCalls,
  billing: billingCalls,
  members: memberCalls,
  personModel: personModelCalls,
  apiTokens: apiTokenCalls,
  pairings: pairingCalls,
  sessions: sessionCalls,
  passkeys: passkeyCalls,
  modes: modeCalls,
  push: pushCalls,
  shares: shareCalls,
  review: reviewCalls,
  descriptions: descriptionCalls,
  evidence: evidenceCalls,
  webhooks: webhookCalls,
} as const
