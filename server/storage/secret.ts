import { hkdfSync, randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../db/schema'
import { StartupProblem } from '../lib/startup-problem'
import { keepSecret, replaceSecret } from './hub-secret-rows'

const SECRET_BYTES = 32
const FILE = 'secret'
const SHARED_NAME = 'signing'

/** One key per purpose, so that what signs a link can never pass for what signs a token. */
export interface Keys {
  readonly accessToken: Buffer
  readonly mediaLink: Buffer
  readonly signInCode: Buffer
  /** What the hub's key at push services is made from. */
  readonly push: Buffer
  readonly snoozeLink: Buffer
  /** Signs what opens a share: passes, cookies and links to its film. */
  readonly shareLink: Buffer
  /** Encrypts the tokens of shares. */
  readonly shareToken: Buffer
  /** Encrypts the secrets that webhooks are signed with. */
  readonly webhookSecret: Buffer
  /** What the key of receipts is made from. */
  readonly receipts: Buffer
}

/** A new secret is the last resort: what was made with the one before is lost. */
function wayOut(removal: string): string {
  return `Put it back from a backup. Without one ${removal}: webhooks and the notifications of devices must then be set up anew, links of shares cannot be copied again, and receipts of recordings name a key that is gone.`
}

/** Reads the secret of a data folder, making it on the first start, and derives the keys. */
export async function loadKeys(dataDir: string): Promise<Keys> {
  return keysFrom(await readOrCreateSecret(join(dataDir, FILE)))
}

/** Reads the secret that the hubs on one database have in common; the first of them makes it. */
export async function loadSharedKeys(db: Db): Promise<Keys> {
  const stored = await keepSecret(db, SHARED_NAME, randomBytes(SECRET_BYTES).toString('hex'))
  const secret = Buffer.from(stored, 'hex')
  if (secret.length !== SECRET_BYTES) {
    throw new StartupProblem(`The secret in the table hub_secrets is damaged. ${wayOut('delete its row')}`)
  }
  return keysFrom(secret)
}

/** Takes the secret of a data folder along to another database, so that sessions and links go on there. */
export async function shareSecret(dataDir: string, db: Db): Promise<void> {
  const secret = await readOrCreateSecret(join(dataDir, FILE))
  await replaceSecret(db, SHARED_NAME, secret.toString('hex'))
}

function keysFrom(secret: Buffer): Keys {
  return {
    accessToken: derive(secret, 'access token'),
    mediaLink: derive(secret, 'media link'),
    signInCode: derive(secret, 'sign-in code'),
    push: derive(secret, 'push'),
    snoozeLink: derive(secret, 'snooze link'),
    shareLink: derive(secret, 'share link'),
    shareToken: derive(secret, 'share token'),
    webhookSecret: derive(secret, 'webhook secret'),
    receipts: derive(secret, 'receipts'),
  }
}

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `nightjar ${purpose}`, 32))
}

async function readOrCreateSecret(path: string): Promise<Buffer> {
  const stored = await readIfThere(path)
  if (stored === null) return createSecret(path)
  const secret = Buffer.from(stored.trim(), 'hex')
  if (secret.length !== SECRET_BYTES) {
    throw new StartupProblem(`The file ${path} is damaged. ${wayOut('remove it')}`)
  }
  return secret
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return null
    throw problem
  }
}

async function createSecret(path: string): Promise<Buffer> {
  const secret = randomBytes(SECRET_BYTES)
  // Under another name first: a loss of power must not leave an empty secret behind.
  const unfinished = `${path}.new`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(`${secret.toString('hex')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
  return secret
}
