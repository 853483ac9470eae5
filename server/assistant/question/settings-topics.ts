import type { Ask } from './ask'
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

export function camerasTopicIn(words: string, ask: Ask): CamerasTopic {
  return camerasRules.find(({ pattern }) => pattern.test(words))?.topic ?? (ask === 'count' ? 'count' : 'all')
}

export function planTopicIn(words: string): PlanTopic {
  return planRules.find(({ pattern }) => pattern.test(words))?.topic ?? 'all'
}
