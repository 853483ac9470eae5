import * as z from 'zod/mini'
import { listOfWords } from '../../src/lib/words'

/** An S3-compatible object store. */
export interface S3Config {
  /** Address of the service, without the bucket. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Where rows and recordings are kept. */
export interface StoreConfig {
  readonly dataDir: string
  /** PostgreSQL; null: SQLite in the data folder. */
  readonly databaseUrl: string | null
  /** null: recordings are files in the data folder. */
  readonly s3: S3Config | null
}

const DATABASE_SENTENCE = 'DATABASE_URL must look like postgres://user:password@host:port/database.'
const ENDPOINT_SENTENCE =
  'S3_ENDPOINT must be an http or https address without the bucket, such as https://s3.example.org.'
const BUCKET_SENTENCE = 'S3_BUCKET must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens.'
const SNAPSHOT_MEMORY_SENTENCE = 'SNAPSHOT_MEMORY_MB must be a whole number from 8 to 16384.'
const DEFAULT_REGION = 'us-east-1'
const MEGABYTE = 1024 ** 2

/** What says where rows and recordings are kept; without any of it both are in DATA_DIR (ENV-09). */
export const storeVariables = {
  DATABASE_URL: z.optional(z.string().check(z.refine(isPostgresUrl, { error: DATABASE_SENTENCE }))),
  S3_ENDPOINT: z.optional(z.string().check(z.refine(isEndpoint, { error: ENDPOINT_SENTENCE }))),
  S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: BUCKET_SENTENCE }))),
  S3_REGION: z.optional(z.string()),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
}

/** Of the hub's memory, for what it would else write to the disk (SCALE-01). */
export const snapshotMemoryVariables = {
  SNAPSHOT_MEMORY_MB: z._default(
    z.pipe(
      z.string().check(z.refine(isMemory, { error: SNAPSHOT_MEMORY_SENTENCE })),
      z.transform((value) => Number(value) * MEGABYTE),
    ),
    128 * MEGABYTE,
  ),
}

const schema = z.object(storeVariables)
export type StoreVariables = z.infer<typeof schema>

const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** A part of the S3 variables would quietly put recordings elsewhere than the person asked for. */
export function s3Problems(set: Readonly<Record<string, string | undefined>>): string[] {
  const isWanted = Object.keys(set).some((name) => name in storeVariables && name !== 'DATABASE_URL')
  const missing = NEEDED.filter((name) => set[name] === undefined)
  if (!isWanted || missing.length === 0) return []
  return [`${listOfWords(NEEDED)} must be set together: ${missing.join(', ')} missing.`]
}

/** null: recordings are files in DATA_DIR. */
export function s3Of(values: StoreVariables): S3Config | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  if (S3_ENDPOINT === undefined || S3_BUCKET === undefined) return null
  if (S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined) return null
  return {
    endpoint: S3_ENDPOINT.replace(/\/+$/, ''),
    bucket: S3_BUCKET,
    region: S3_REGION ?? DEFAULT_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

export function isPostgresUrl(value: string): boolean {
  return URL.canParse(value) && ['postgres:', 'postgresql:'].includes(new URL(value).protocol)
}

function isMemory(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) >= 8 && Number(value) <= 16_384
}

function isEndpoint(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  const isBare = url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  return ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && isBare
}
