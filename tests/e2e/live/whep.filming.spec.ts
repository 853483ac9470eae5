import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import * as z from 'zod'
import { addCamera } from '../../../scripts/demo/steps.mjs'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'
import { onlyInOwnNetwork } from './own-network'

onlyInOwnNetwork()

/** Debian's: another Python of this machine would not have its packages. */
const PYTHON = '/usr/bin/python3'
const PLAYER_LIMIT_MS = 60_000

const watched = z.object({
  status: z.number(),
  location: z.nullable(z.string()),
  firstFrameMs: z.optional(z.number()),
  frames: z.optional(z.number()),
  width: z.optional(z.number()),
  endStatus: z.optional(z.number()),
  message: z.optional(z.string()),
})

function hasPlayer(): boolean {
  return spawnSync(PYTHON, ['-c', 'import aiortc'], { stdio: 'ignore' }).status === 0
}

async function play(address: string, token: string, frames: number) {
  const player = join(import.meta.dirname, 'whep-player.py')
  const { stdout } = await promisify(execFile)(PYTHON, [player, address, String(frames)], {
    env: { ...process.env, NIGHTJAR_TOKEN: token },
    timeout: PLAYER_LIMIT_MS,
  })
  return watched.parse(JSON.parse(stdout))
}

function tokenOf(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('token') ?? '')
}

test('a player that is not ours watches a camera by WHEP: offer, answer, 100 frames, DELETE (LIVE-40)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  test.skip(!hasPlayer(), 'python3-aiortc is not installed.')
  const page = await openBrowser()
  await signIn(page, hub, 'whep@example.org', '/cameras')
  await addCamera(page, { name: 'Yard', location: 'Shed' })
  await expect(page.getByLabel('Live picture of Yard')).toBeVisible()
  const token = await tokenOf(page)
  const authorization = { authorization: `Bearer ${token}` }
  const cameras = z
    .array(z.object({ id: z.string() }))
    .parse(await (await fetch(`${hub.url}/v1/cameras`, { headers: authorization })).json())
  const address = `${hub.url}/v1/cameras/${cameras[0]?.id}/whep`
  // The camera's tab tells the hub of its cameras a moment after they start.
  await expect.poll(async () => (await play(address, token, 1)).status, { timeout: PLAYER_LIMIT_MS }).toBe(201)

  const made = z.object({ id: z.string(), token: z.string() }).parse(
    await (
      await fetch(`${hub.url}/v1/tokens`, {
        method: 'POST',
        headers: { ...authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Player', scopes: ['live'] }),
      })
    ).json(),
  )
  const told = await play(address, made.token, 100)
  expect(told).toMatchObject({ status: 201, frames: 100, endStatus: 200 })
  expect(told.location).toMatch(/^\/v1\/cameras\/.+\/whep\/.+/)
  expect(told.width).toBeGreaterThan(100)

  expect((await play(address, 'nj_wrong', 1)).status).toBe(401)
  await fetch(`${hub.url}/v1/tokens/${made.id}`, { method: 'DELETE', headers: authorization })
  expect((await play(address, made.token, 1)).status).toBe(401)
  expect(trouble).toEqual([])
})
