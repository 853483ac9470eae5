import { randomUUID } from 'node:crypto'
import { MAX_SHARES, type NewShare, SHARE_PAGE, type Share, type ShareChange } from '../../src/contract/shares'
import { isoTime } from '../../src/lib/date-time'
import { DAY_MS } from '../../src/lib/durations'
import type { Ground } from '../db/ground'
import { notFound, shareLimit } from '../lib/errors'
import { hashOfSecret, newSecret } from '../lib/random-secrets'
import { sealText, unsealText } from '../lib/sealed-text'
import { lockWorkspace } from '../members/people-rows'
import { findVideo } from '../recordings/video-rows'
import type { UrlOf } from '../storage/media-urls'
import type { ShareServices } from './services'
import { hashPassword } from './share-passwords'
import {
  countShares,
  deleteShare,
  findShare,
  insertShare,
  listShares,
  type ShareUpdate,
  type ShownShare,
  updateShare,
} from './share-rows'

type RuleServices = Pick<Ground, 'db' | 'clock'> & Pick<ShareServices, 'keys'>

/** Any member of a workspace: its shares are everybody's in it, as its recordings are. */
export interface Sharer {
  readonly workspaceId: string
  readonly userId: string
}

export async function makeShare(services: RuleServices, sharer: Sharer, wanted: NewShare): Promise<ShownShare> {
  const { db, clock, keys } = services
  const [token, id, nowMs] = [newSecret(), randomUUID(), clock.now()]
  // Outside the transaction, which others wait for.
  const passwordHash = wanted.password === null ? null : await hashPassword(wanted.password)
  await db.transaction().execute(async (transaction) => {
    // Whoever makes room chooses behind this lock what nobody shares.
    await lockWorkspace(transaction, sharer.workspaceId)
    const video = await findVideo(transaction, sharer.workspaceId, wanted.videoId)
    if (video === undefined) throw notFound('recording')
    if ((await countShares(transaction, sharer.workspaceId, nowMs)) >= MAX_SHARES) throw shareLimit(MAX_SHARES)
    await insertShare(transaction, {
      id,
      workspace_id: sharer.workspaceId,
      video_id: video.id,
      created_by: sharer.userId,
      title: wanted.title,
      description: wanted.description,
      is_public: Number(wanted.isPublic),
      token_hash: hashOfSecret(token),
      sealed_token: sealText(keys.shareToken, id, token),
      password_hash: passwordHash,
      views: 0,
      created_at: nowMs,
      expires_at: nowMs + wanted.expiryDays * DAY_MS,
    })
  })
  return loadShare(services, sharer.workspaceId, id)
}

export function readShares({ db, clock }: RuleServices, workspaceId: string): Promise<ShownShare[]> {
  return listShares(db, workspaceId, clock.now())
}

/** What it opens changes at once: a new password, or none, ends what the old one opened. */
export async function changeShare(
  services: RuleServices,
  workspaceId: string,
  id: string,
  change: ShareChange,
): Promise<ShownShare> {
  const { db, clock } = services
  // A share that is not there costs no hash.
  await loadShare(services, workspaceId, id)
  const update = await updateOf(change, clock.now())
  await db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, workspaceId)
    if (!(await updateShare(transaction, { workspaceId, id }, update, clock.now()))) throw notFound('share')
  })
  return loadShare(services, workspaceId, id)
}

async function updateOf(change: ShareChange, nowMs: number): Promise<ShareUpdate> {
  const { title, description, isPublic, expiryDays, password } = change
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(isPublic !== undefined && { is_public: Number(isPublic) }),
    ...(expiryDays !== undefined && { expires_at: nowMs + expiryDays * DAY_MS }),
    ...(password !== undefined && { password_hash: password === null ? null : await hashPassword(password) }),
  }
}

export async function revokeShare({ db }: RuleServices, workspaceId: string, id: string): Promise<void> {
  if (!(await deleteShare(db, workspaceId, id))) throw notFound('share')
}

async function loadShare({ db, clock }: RuleServices, workspaceId: string, id: string): Promise<ShownShare> {
  const share = await findShare(db, workspaceId, id, clock.now())
  if (share === undefined) throw notFound('share')
  return share
}

/** As members see it: with its link, and never what its password is. */
export function presentShare(
  row: ShownShare,
  { keys, origin, urlOf }: Pick<ShareServices, 'keys'> & { readonly origin: string; readonly urlOf: UrlOf },
): Share {
  const token = unsealText(keys.shareToken, row.id, row.sealed_token)
  return {
    id: row.id,
    videoId: row.video_id,
    title: row.title,
    description: row.description,
    shareUrl: token && `${origin}${SHARE_PAGE}/${token}`,
    isPublic: row.is_public === 1,
    createdAt: isoTime(row.created_at),
    createdBy: row.email ?? '',
    expiresAt: isoTime(row.expires_at),
    views: row.views,
    hasPassword: row.password_hash !== null,
    recordedAt: isoTime(row.recorded_at),
    cameraName: row.camera_name,
    thumbnailUrl: row.thumbnail_key === null ? null : urlOf(row.thumbnail_key),
  }
}
