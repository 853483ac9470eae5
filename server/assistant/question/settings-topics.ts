import type { Ask } from './ask'
import { HOLE } from './camera-names'
import { ACCESS } from './topic'
import { anyOf } from './vocabulary'

export type CamerasTopic = 'all' | 'online' | 'offline' | 'count' | 'last-seen' | 'detection' | 'audio' | 'sensitivity'
export type PlanTopic =
  | 'all'
  | 'storage'
  | 'chats'
  | 'notifications'
  | 'cameras'
  | 'retention'
  | 'prices'
  | 'audio'
  | 'users'
  | 'clip-length'

/** What somebody wants to do, and asks how: the answer names the screen. */
export type Deed =
  | 'verify'
  | 'people'
  | 'tell'
  | 'arm'
  | 'live'
  | 'download'
  | 'share'
  | 'keep'
  | 'camera'
  | 'settings'
  | 'remove'
  | 'plan'
  | 'end'
  | 'sign-in'

interface Rule<Topic> {
  readonly topic: Topic
  /** A question that this rule decides, and none before it. */
  readonly example: string
  readonly pattern: RegExp
}

function rule<Topic>(topic: Topic, example: string, words: string): Rule<Topic> {
  return { topic, example, pattern: new RegExp(`\\b(?:${words})\\b`) }
}

/** The first that fits decides. */
export const camerasRules: readonly Rule<CamerasTopic>[] = [
  rule(
    'last-seen',
    'when was the garage last online',
    'last (?:seen|online|connected|snapshot|active)|seen last|when|how long|since when',
  ),
  rule('audio', 'is the microphone of the garage on', anyOf('audio')),
  rule('sensitivity', 'how sensitive is the garage camera', anyOf('sensitivity')),
  rule('detection', 'is motion detection on', 'detection|detecting'),
  rule('offline', 'which cameras are not working', `off|${anyOf('off')}|not (?:available|${anyOf('on')})`),
  rule('online', 'which cameras are working', `on|available|${anyOf('on')}`),
]

export const planRules: readonly Rule<PlanTopic>[] = [
  rule('users', 'how many users does the plan have', `${anyOf('member')}|${ACCESS}`),
  rule('notifications', 'how many notifications are left', anyOf('notification')),
  rule('chats', 'how many questions are left', `${anyOf('chat')}|questions?`),
  rule('audio', 'can i record audio', 'audio|sound'),
  rule('clip-length', 'how long can clips be', 'how long (?:can|may|could)|length'),
  rule('retention', 'how long are videos kept', `${anyOf('retention')}|kept|keep|retain|stay|how long`),
  rule('prices', 'what does pro cost', `${anyOf('price')}|pay`),
  rule('cameras', 'can i add another camera', anyOf('camera')),
  rule('storage', 'how much space is left', `${anyOf('storage')}|full`),
]

const CHANGE = 'change|set|adjust|turn|switch|enable|disable|mute|silence|stop|start|raise|lower|edit|configure'
const MESSAGES = `emails?|messages?|push|told|notified|${anyOf('notification')}`
const CLIP = anyOf('recording')

export const deedRules: readonly Rule<Deed>[] = [
  rule('verify', 'how can i prove that a clip is genuine', 'verify|prove|genuine|forged|authentic'),
  rule(
    'people',
    'how do i invite a friend',
    `invite|(?:add|remove) (?:\\S+ ){0,2}(?:${anyOf('member')}|person|people|friend)`,
  ),
  rule('tell', 'how do i turn off notifications', `(?:${CHANGE}|get|be|receive|snooze)\\b.*\\b(?:${MESSAGES}|alerts?)`),
  rule('arm', 'how do i arm the house', `arm|disarm|(?:${CHANGE})\\b.*\\b(?:modes?|alarm|schedule)`),
  rule('live', 'where can i watch live', '(?:watch|see|view|look)\\b.*\\blive'),
  rule(
    'download',
    'how can i download a recording',
    `download|save (?!(?:\\S+ ){0,2}(?:${anyOf('storage')}|space|room))|export|back up|backup`,
  ),
  rule('share', 'how do i share a clip', `(?:share|send|show|give)\\b.*\\b(?:${CLIP}|link|police|others)`),
  rule('keep', 'how do i keep a clip', `(?:keep|protect|mark)\\b.*\\b(?:${CLIP})`),
  rule(
    'camera',
    'how do i add a camera',
    '(?:add|connect|install|use|set up|pair)\\b.*\\b(?:cameras?|webcam|phone|laptop|device|tablet)',
  ),
  rule(
    'settings',
    'where do i change the sensitivity',
    `(?:${CHANGE}|rename|move|remove|delete)\\b.*\\b(?:cameras?|${HOLE}|detection|quality|zones?|name|${anyOf('audio', 'sensitivity')})`,
  ),
  rule('remove', 'how do i delete a clip', `(?:delete|remove|erase|clear)\\b.*\\b(?:${CLIP})`),
  rule('end', 'how do i delete the workspace', '(?:delete|remove|erase|leave)\\b.*\\b(?:workspace|account)'),
  rule('sign-in', 'how do i change my password', 'password|passkeys?|(?:log|sign) (?:in|out)|email address'),
  rule('plan', 'how do i upgrade', `upgrade|downgrade|cancel|(?:change|pay|end)\\b.*\\b(?:${anyOf('plan')})`),
]

const ASKS_HOW =
  /^(?:(?:and|so|but|ok|hey|hi|please) )*(?:how (?:do|can|could|should|would) (?:i|we|you|one)|how to|where (?:do|can|could|should) (?:i|we)|can i (?:get|receive) (?:an? )?(?:emails?|messages?|push)|(?:is there a way|is it possible) to)\b/

/** null: it asks how to do nothing that has a screen. */
export function deedIn(words: string): Deed | null {
  if (!ASKS_HOW.test(words)) return null
  return deedRules.find(({ pattern }) => pattern.test(words))?.topic ?? null
}

export function camerasTopicIn(words: string, ask: Ask): CamerasTopic {
  return camerasRules.find(({ pattern }) => pattern.test(words))?.topic ?? (ask === 'count' ? 'count' : 'all')
}

export function planTopicIn(words: string): PlanTopic {
  return planRules.find(({ pattern }) => pattern.test(words))?.topic ?? 'all'
}
