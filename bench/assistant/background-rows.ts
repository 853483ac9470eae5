import { randomUUID } from 'node:crypto'
import { openDatabase } from '../../server/db/open'
import { settingsText } from '../../server/modes/stored-settings'
import { firstSettings, type ModeSettings } from '../../src/lib/modes/mode-schedule'
import { addedMs, OFF, outages, type Present } from './background'
import { at, NOW_MS } from './local-time'
import type { CameraName } from './workspace'

/** Since when the hub has watched its cameras. */
const WATCHED_SINCE = '2026-03-01 00:00'

/** Writes when the cameras came, went and were told to look for motion, past the clock that stands still. */
export async function setBackground(
  dataDir: string,
  workspaceId: string,
  cameras: ReadonlyMap<string, string>,
  present: Present,
): Promise<void> {
  const db = await openDatabase(dataDir, null)
  try {
    for (const [name, id] of cameras) {
      const camera = name as CameraName
      const state = { created_at: addedMs(camera), last_snapshot_at: present.lastSeenMs(camera) }
      await db
        .updateTable('cameras')
        .set({ ...state, is_motion_enabled: Number(present.isDetecting(camera)) })
        .where('id', '=', id)
        .execute()
    }
    for (const { camera, fromMs, toMs } of outages)
      await db
        .insertInto('outages')
        .values({
          id: randomUUID(),
          workspace_id: workspaceId,
          camera_id: cameras.get(camera) ?? '',
          seen_at: fromMs,
          started_at: fromMs + 75_000,
          stay_ms: 30_000,
          is_told: 1,
          back_since: toMs,
          ended_at: toMs === null ? null : toMs + 30_000,
        })
        .execute()
    const modes = [chosen('off', OFF.fromMs), chosen('armed', OFF.toMs)]
    for (const [index, settings] of modes.entries())
      await db
        .insertInto('mode_eras')
        .values({
          workspace_id: workspaceId,
          position: index + 1,
          from_at: settings.choice?.atMs ?? 0,
          settings: settingsText(settings),
        })
        .execute()
    await db
      .insertInto('outage_watch')
      .values({ id: 'cameras', since_at: at(WATCHED_SINCE), round_at: NOW_MS })
      .execute()
  } finally {
    await db.destroy()
  }
}

function chosen(mode: 'off' | 'armed', atMs: number): ModeSettings {
  return { ...firstSettings, choice: { mode, lasts: 'for-good', atMs, by: 'bench@example.org' } }
}
