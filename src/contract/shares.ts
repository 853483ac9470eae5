import * as z from 'zod/mini'
import { call } from './call'
import { linesOf, nameOf } from './names'
import { flag, ignored, isoTime, listOf, numberOrZero, textOrEmpty, textOrNull } from './wire'

/** The page that a link opens: this, a slash, and the token. The hub serves it; it is no part of the app. */
export const SHARE_PAGE = '/s'
/** Of one workspace, at the same time. */
export const MAX_SHARES = 100
/** How long a share may last, in days (SHARE-04). */
export const shareDays = [1, 3, 7, 30] as const
export const MIN_SHARE_PASSWORD_LENGTH = 6

const share = z.object({
  id: z.string(),
  videoId: textOrEmpty,
  title: textOrEmpty,
  description: textOrEmpty,
  /** null: the hub has lost the secret that its links are sealed with. Who has the link goes on using it. */
  shareUrl: textOrNull,
  /** false: only members of the workspace, who sign in. */
  isPublic: flag(false),
  createdAt: isoTime,
  /** Address of who made it; '' where they have left Nightjar. */
  createdBy: textOrEmpty,
  expiresAt: isoTime,
  /** How often the film was shown to somebody who is not known to be of the workspace. */
  views: numberOrZero,
  hasPassword: flag(false),
  /** When the clip was recorded. */
  recordedAt: isoTime,
  cameraName: textOrEmpty,
  thumbnailUrl: textOrNull,
})
export type Share = z.infer<typeof share>

const title = nameOf(100, { missing: 'Give the share a title.', tooLong: 'The title has at most 100 characters.' })
const description = linesOf(500, {
  missing: 'The description is text.',
  tooLong: 'The description has at most 500 characters.',
})
const expiryDays = z.union(
  shareDays.map((days) => z.literal(days)),
  { error: 'A share lasts 1, 3, 7 or 30 days.' },
)
const PASSWORD_SENTENCE = `A password has at least ${MIN_SHARE_PASSWORD_LENGTH} characters.`
const password = z.nullable(z.string({ error: 'The password is text, or null for none.' })).check(
  z.refine((given) => given === null || given.length >= MIN_SHARE_PASSWORD_LENGTH, { error: PASSWORD_SENTENCE }),
  z.refine((given) => given === null || given.length <= 200, { error: 'A password has at most 200 characters.' }),
)
const isPublic = z.boolean({ error: 'isPublic is true or false.' })

const newShare = z.object({
  videoId: z
    .string({ error: 'Choose a recording.' })
    .check(z.minLength(1, { error: 'Choose a recording.' }), z.maxLength(100, { error: 'Choose a recording.' })),
  title,
  description: z._default(description, ''),
  isPublic,
  expiryDays,
  /** null: none. */
  password,
})
export type NewShare = z.infer<typeof newShare>

/** Any part of it; what is left out stays as it is. */
const shareChange = z
  .object({
    title: z.optional(title),
    description: z.optional(description),
    isPublic: z.optional(isPublic),
    /** From now on. */
    expiryDays: z.optional(expiryDays),
    /** null: none any more. */
    password: z.optional(password),
  })
  .check(
    z.refine((change) => Object.values(change).some((part) => part !== undefined), { error: 'Say what to change.' }),
  )
export type ShareChange = z.infer<typeof shareChange>

/** Extension `shares`: clips that others watch by a link. No API token makes or sees one: the links are as good as keys. */
export const shareCalls = {
  list: call({
    method: 'GET',
    path: '/shares',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: z.object({
      shares: listOf(share),
      /** Whether another device can open the links at all. */
      isReachable: flag(true),
    }),
  }),
  create: call({
    method: 'POST',
    path: '/shares',
    signedIn: true,
    tokens: 'none',
    status: 201,
    body: newShare,
    answer: share,
  }),
  change: call({
    method: 'PATCH',
    path: '/shares/:shareId',
    signedIn: true,
    tokens: 'none',
    status: 200,
    body: shareChange,
    answer: share,
  }),
  /** Ends it at once, for those too who are watching. */
  revoke: call({
    method: 'DELETE',
    path: '/shares/:shareId',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: ignored,
  }),
  /** For a member: an address that opens the page once, within a minute, as somebody of the workspace. */
  pass: call({
    method: 'POST',
    path: '/shares/:shareId/pass',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: z.object({ url: z.string() }),
  }),
}
