import * as z from 'zod/mini'

/** The broker that state and events go to, and what of them. */
export interface MqttConfig {
  readonly isSecure: boolean
  readonly host: string
  readonly port: number
  /** null: the broker asks nobody who they are. */
  readonly username: string | null
  readonly password: string | null
  /** Whether it is given the pictures of events too. */
  readonly hasPictures: boolean
  /** Mail addresses; empty: the hub's first workspace. */
  readonly owners: readonly string[]
}

const PORTS: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883 }

/** Without the value itself, which may hold a password. */
const URL_SENTENCE =
  'MQTT_URL must look like mqtt://user:password@host:port, or mqtts://… for TLS, with nothing after the port.'
const PICTURES_SENTENCE = 'MQTT_PICTURES can only be 1: then the broker is given the pictures of events.'
const OWNERS_SENTENCE = 'MQTT_OWNERS must be mail addresses of the owners of workspaces, separated by commas.'

export const mqttVariables = {
  MQTT_URL: z.optional(z.string().check(z.refine((value) => placeOf(value) !== null, { error: URL_SENTENCE }))),
  MQTT_PICTURES: z.optional(z.literal('1', { error: PICTURES_SENTENCE })),
  MQTT_OWNERS: z.optional(z.string().check(z.refine(areAddresses, { error: OWNERS_SENTENCE }))),
}
const schema = z.object(mqttVariables)
export type MqttVariables = z.infer<typeof schema>

/** What says more of a broker that nobody named would do nothing, quietly. */
export function mqttProblems(set: Readonly<Record<string, string | undefined>>): string[] {
  if (set['MQTT_URL'] !== undefined) return []
  const lonely = ['MQTT_PICTURES', 'MQTT_OWNERS'].filter((name) => set[name] !== undefined)
  return lonely.map((name) => `${name} is of use only with MQTT_URL: set that too, or remove it.`)
}

/** null: nothing is published (MQTT-01). */
export function mqttOf({ MQTT_URL, MQTT_PICTURES, MQTT_OWNERS }: MqttVariables): MqttConfig | null {
  const place = MQTT_URL === undefined ? null : placeOf(MQTT_URL)
  if (place === null) return null
  return { ...place, hasPictures: MQTT_PICTURES !== undefined, owners: addressesIn(MQTT_OWNERS ?? '') }
}

type Place = Omit<MqttConfig, 'hasPictures' | 'owners'>

/** null: it names no broker. */
function placeOf(value: string): Place | null {
  if (!URL.canParse(value)) return null
  const url = new URL(value)
  const usual = PORTS[url.protocol]
  const isBare = ['', '/'].includes(url.pathname) && url.search === '' && url.hash === ''
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (usual === undefined || !isBare || !/^[\w.:-]+$/.test(host) || url.port === '0') return null
  const [username, password] = [decoded(url.username), decoded(url.password)]
  if (username === null || password === null || (username === '' && password !== '')) return null
  return {
    isSecure: url.protocol === 'mqtts:',
    host,
    port: url.port === '' ? usual : Number(url.port),
    username: username === '' ? null : username,
    password: password === '' ? null : password,
  }
}

/** null: a lonely percent sign. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function addressesIn(list: string): string[] {
  const entries = list.split(',').map((entry) => entry.trim().toLowerCase())
  return [...new Set(entries.filter((entry) => entry !== ''))]
}

function areAddresses(list: string): boolean {
  const entries = addressesIn(list)
  return entries.length > 0 && entries.every((entry) => /^[^\s@]+@[^\s@]+$/.test(entry))
}
