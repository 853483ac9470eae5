import type { CameraTable, Db } from '../db/schema'
import { withoutAddresses } from '../members/hidden-addresses'
import { INVITATION_LIFETIME_MS, listInvitations, listMembers } from '../members/member-rows'
import { presentModes } from '../modes/mode-presenter'
import { readModes } from '../modes/modes'
import { findWorkspaceConfig } from '../notifications/settings-rows'
import { listShares } from '../shares/share-rows'
import { listApiTokens } from '../sign-in/api-token-rows'
import { presentToken } from '../sign-in/api-tokens'
import { webhookFacts } from '../webhooks/webhook-presenter'
import { listWebhooks } from '../webhooks/webhook-rows'
import type { ExportRecipient } from './export-access'
import {
  cameraFacts,
  chatFacts,
  descriptionFacts,
  eraFacts,
  eventFacts,
  invitationFacts,
  memberFacts,
  notificationFacts,
  outageFacts,
  shareFacts,
  videoFacts,
} from './export-presenter'
import { chatPages, descriptionPages, eraPages, eventPages, listSaid, outagePages, videoPages } from './export-rows'

/** Whose rows an export reads, a page at a time. */
export interface ExportedRows {
  readonly db: Db
  readonly recipient: ExportRecipient
  readonly cameras: readonly CameraTable[]
  /** Recordings that come later are left out. */
  readonly untilMs: number
  /** When the export began. */
  readonly askedAtMs: number
}

type Pages = AsyncIterable<object[]> | Iterable<object[]>

/** `workspace.json`, a page of rows at a time. Nothing in it proves who somebody is, or opens anything of the hub's (EXT-13). */
export async function* factsText(rows: ExportedRows): AsyncGenerator<string> {
  const { db, recipient, cameras, untilMs, askedAtMs } = rows
  const { workspaceId } = recipient
  const shown = shownTo(recipient)
  yield `{\n  "modes": ${JSON.stringify(presentModes(await readModes({ db }, workspaceId), askedAtMs), shown)}`
  const config = notificationFacts(await findWorkspaceConfig(db, workspaceId), recipient.kind)
  yield `,\n  "notifications": ${JSON.stringify(config, shown)}`
  const cameraIds = cameras.map(({ id }) => id)
  // Few, or a page at a time.
  const lists: [name: string, pages: Pages | null][] = [
    ...(await peopleLists(rows)),
    ['cameras', [cameras.map(cameraFacts)]],
    // Without their hashes.
    ['apiTokens', [(await listApiTokens(db, workspaceId, null)).map(presentToken)]],
    // Without their secrets, and with the hosts of their addresses alone.
    ['webhooks', [(await listWebhooks(db, workspaceId, null)).map(webhookFacts)]],
    ['shares', [(await listShares(db, workspaceId, askedAtMs)).map(shareFacts)]],
    ['modeHistory', mapped(eraPages(db, workspaceId), (era) => eraFacts(era, cameraIds))],
    ['outages', outages(rows)],
    ['chats', chats(rows)],
    ['videos', mapped(videoPages(db, workspaceId, untilMs), videoFacts)],
    ['events', mapped(eventPages(db, workspaceId), eventFacts)],
    ['descriptions', mapped(descriptionPages(db, workspaceId), descriptionFacts)],
  ]
  for (const [name, pages] of lists) {
    yield `,\n  "${name}": `
    if (pages === null) yield 'null'
    else yield* listText(pages, shown)
  }
  yield '\n}\n'
}

/** Where facts of something else name somebody, or tell how to reach them; `words`: who chose the mode, in a sentence. */
const PEOPLE: ReadonlySet<string> = new Set([
  'createdBy',
  'askedBy',
  'chosenBy',
  'words',
  'notifyEmail',
  'notifySmsNumber',
])

/** For `JSON.stringify`: null stands for people where a program reads. */
function shownTo({ kind }: ExportRecipient): (name: string, value: unknown) => unknown {
  if (kind !== 'program') return (_name, value) => value
  return (name, value) => {
    if (PEOPLE.has(name)) return null
    return name === 'answer' && typeof value === 'string' ? withoutAddresses(value) : value
  }
}

/** null: programs are told of nobody (TOKEN-05). */
async function peopleLists({ db, recipient, askedAtMs }: ExportedRows): Promise<[name: string, pages: Pages | null][]> {
  const { workspaceId, kind } = recipient
  if (kind === 'program')
    return [
      ['members', null],
      ['invitations', null],
    ]
  const members = await listMembers(db, workspaceId)
  const invited = await listInvitations(db, workspaceId, askedAtMs - INVITATION_LIFETIME_MS)
  const inviterOf = (userId: string) => members.find((member) => member.userId === userId) ?? null
  return [
    ['members', [members.map(memberFacts)]],
    ['invitations', [invited.map((invitation) => invitationFacts(invitation, inviterOf(invitation.invited_by)))]],
  ]
}

async function* outages({ db, cameras }: ExportedRows): AsyncGenerator<object[]> {
  for (const { id } of cameras) yield* mapped(outagePages(db, id), outageFacts)
}

async function* chats({ db, recipient }: ExportedRows): AsyncGenerator<object[]> {
  for await (const page of chatPages(db, recipient.workspaceId)) {
    for (const chat of page) yield [chatFacts(chat, await listSaid(db, chat.id))]
  }
}

async function* mapped<Row>(pages: AsyncIterable<Row[]>, factsOf: (row: Row) => object): AsyncGenerator<object[]> {
  for await (const page of pages) yield page.map(factsOf)
}

async function* listText(pages: Pages, shown: ReturnType<typeof shownTo>): AsyncGenerator<string> {
  let before = '[\n    '
  for await (const page of pages) {
    if (page.length === 0) continue
    yield before + page.map((facts) => JSON.stringify(facts, shown)).join(',\n    ')
    before = ',\n    '
  }
  yield before.startsWith('[') ? '[]' : '\n  ]'
}
