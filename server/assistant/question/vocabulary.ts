/** Words of one meaning. What is nearly one of `near` is taken for it, one of `exact` counts only as it is written. */
interface Group {
  readonly near?: string
  readonly exact?: string
}

/** The words that rules act on, each once: patterns are made of them (`anyOf`), and all are known. */
const groups = {
  alarm: { near: 'alert alerts alarm alarms', exact: 'warning warnings' },
  tampering: { near: 'tampering tampered covered blocked unplugged blackout', exact: 'blackouts' },
  strange: { exact: 'suspicious unusual strange weird odd abnormal' },
  worrying: { exact: 'wrong break worry worried problem problems trouble important notable noteworthy' },

  person: {
    near: 'person persons people human humans visitor visitors guest guests',
    exact: 'man men woman women guy guys kid kids child children folks individual individuals',
  },
  stranger: { near: 'stranger strangers intruder', exact: 'intruders burglar burglars thief thieves' },
  somebody: { near: 'somebody someone anybody anyone nobody', exact: 'who everybody everyone' },
  coming: {
    near: 'visited visit visits',
    exact: 'came come comes arrive arrived enter entered approach approached walk walked walking',
  },

  motion: { near: 'motion motions movement movements' },
  moving: { near: 'moved', exact: 'move moves moving' },
  animal: { near: 'animal animals' },
  pet: { exact: 'pet pets' },
  cat: { exact: 'cat cats kitten kittens' },
  dog: { exact: 'dog dogs puppy puppies' },
  bird: { exact: 'bird birds' },
  horse: { exact: 'horse horses pony ponies' },
  vehicle: { near: 'vehicle vehicles' },
  bicycle: { near: 'bicycle bicycles', exact: 'bike bikes' },
  car: { exact: 'car cars' },
  motorcycle: { near: 'motorcycle motorcycles motorbike motorbikes' },
  bus: { exact: 'bus buses' },
  truck: { exact: 'truck trucks lorry lorries' },

  event: {
    near: 'event events happen happened happening activity detected detection',
    exact:
      'activities detections incident incidents occur occurred trigger triggers triggered noise news update updates log entries',
  },
  seeing: { exact: 'seen see saw miss missed spot spotted catch caught' },
  busy: { near: 'busiest quietest', exact: 'busy busier quiet quieter active inactive' },
  notification: { near: 'notification notifications' },
  recording: {
    near: 'recording recordings recorded footage video videos clip clips',
    exact: 'records file files film films filmed tape tapes',
  },

  camera: { near: 'camera cameras' },
  on: { near: 'online working connected', exact: 'running live reachable' },
  off: { near: 'offline', exact: 'disconnected unreachable unavailable down dead' },
  state: { near: 'status', exact: 'state enabled disabled' },
  audio: { exact: 'audio sound microphone mic' },
  sensitivity: { exact: 'sensitivity sensitive' },

  plan: {
    near: 'plan subscription usage',
    exact: 'plans tier subscribed limit limits quota quotas allowance billing',
  },
  storage: { near: 'storage space', exact: 'disk disc gb gigabytes megabytes' },
  chat: { near: 'chats', exact: 'chat message messages credit credits' },
  member: { exact: 'users members seats' },
  price: { exact: 'price prices pricing cost costs upgrade' },
  retention: { exact: 'retention retained deleted expire' },

  comparison: { near: 'compare compared', exact: 'comparison versus vs' },
  most: { exact: 'highest peak maximum max top' },
  least: { exact: 'fewest least lowest minimum' },
  largest: { near: 'largest biggest', exact: 'heaviest' },
  smallest: { near: 'smallest' },
  longest: { near: 'longest' },
  shortest: { exact: 'shortest' },
  last: { near: 'latest newest recent', exact: 'last previous' },
  first: { near: 'first earliest oldest' },

  thing: { near: 'everything anything something remaining' },
  day: {
    near: 'today yesterday tonight morning afternoon evening night weekend monday tuesday wednesday thursday friday saturday sunday',
  },
  month: { near: 'january february march april june july august september october november december' },
  time: { near: 'hour hours minute minutes week weeks month months between since before after midnight' },
} as const satisfies Readonly<Record<string, Group>>

export type GroupName = keyof typeof groups

/** Source of a pattern for any word of these groups, without a group. */
export function anyOf(...names: readonly GroupName[]): string {
  return names.flatMap(wordsOf).join('|')
}

export function wordsOf(name: GroupName): readonly string[] {
  const { near, exact }: Group = groups[name]
  return [...listOf(near), ...listOf(exact)]
}

/** Slips are put right toward these. */
export const nearWords: readonly string[] = Object.values<Group>(groups).flatMap(({ near }) => listOf(near))
export const groupedWords: readonly string[] = Object.values<Group>(groups).flatMap(({ near, exact }) => [
  ...listOf(near),
  ...listOf(exact),
])

function listOf(words: string | undefined): readonly string[] {
  return words?.split(' ') ?? []
}

/** Before what is not meant; source of a pattern without a group. */
export const EXCEPTING =
  'except|excluding|besides|other than|apart from|without|not counting|ignoring|rather than|instead of'
