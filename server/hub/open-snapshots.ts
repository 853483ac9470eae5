import type { FastifyInstance } from 'fastify'
import { CameraLookup } from '../cameras/camera-lookup'
import { listPresentCameras } from '../cameras/camera-rows'
import { LastSeen } from '../cameras/last-seen'
import type { Db } from '../db/schema'
import type { Peers } from '../peers/peers'
import type { SnapshotServices } from '../snapshots/services'
import { SharedPictures } from '../snapshots/shared-pictures'
import { SnapshotPace } from '../snapshots/snapshot-pace'
import { type BlobKey, snapshotKey } from '../storage/blobs'
import { LatestPictures } from '../storage/latest-pictures'
import { openBlobs } from '../storage/open-blobs'
import { picturesFirst } from '../storage/pictures-first'
import type { HubDeps } from './hub-deps'
import { stagingPrefixOf } from './processes/own-process'

type OpenedSnapshots = Pick<
  SnapshotServices,
  'blobs' | 'cameraLookup' | 'lastSeen' | 'latestPictures' | 'sharedPictures' | 'snapshotPace'
>

/** The store with the latest pictures before it, and what is known of the cameras that send them. They close with the hub. */
export async function openSnapshots(
  fastify: FastifyInstance,
  { config, clock, ownProcess }: HubDeps,
  { db, peers }: { readonly db: Db; readonly peers: Peers },
): Promise<OpenedSnapshots> {
  const { log } = fastify
  const nowMs = () => performance.now()
  const snapshotPace = new SnapshotPace(clock)
  const sharedPictures = new SharedPictures({ peers, snapshotPace, nowMs })
  const cameraLookup = new CameraLookup(db)
  const store = await openBlobs(config, log, stagingPrefixOf(ownProcess))
  // Other hubs may remove cameras.
  const isShared = config.databaseUrl !== null
  const latestPictures = new LatestPictures({
    store,
    log,
    nowMs,
    limitBytes: config.snapshotMemoryBytes / (ownProcess?.of ?? 1),
    namedOf: isShared ? (keys) => namedOf(db, keys) : null,
  })
  fastify.addHook('preClose', async () => latestPictures.beginEnd())
  fastify.addHook('onClose', () => latestPictures.close())
  sharedPictures.serve(latestPictures)
  const isThere = async (key: BlobKey) => (await cameraLookup.camera(workspaceOf(key), cameraOf(key))) !== null
  const blobs = picturesFirst(store, {
    pictures: latestPictures,
    others: sharedPictures,
    isThere: isShared ? isThere : null,
  })
  const lastSeen = new LastSeen({
    db,
    log,
    forget: ({ workspaceId, cameraId }) => blobs.remove(snapshotKey({ id: cameraId, workspace_id: workspaceId })),
  })
  fastify.addHook('onClose', () => lastSeen.close())
  return { blobs, cameraLookup, lastSeen, latestPictures, sharedPictures, snapshotPace }
}

async function namedOf(db: Db, keys: readonly BlobKey[]): Promise<ReadonlySet<BlobKey>> {
  return new Set((await listPresentCameras(db, keys.map(cameraOf))).map(snapshotKey))
}

const workspaceOf = (key: BlobKey) => key.slice(0, key.indexOf('/'))
const cameraOf = (key: BlobKey) => key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('.'))
