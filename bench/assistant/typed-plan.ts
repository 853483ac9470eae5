import { question, says } from './typed-checks'
import type { TypedQuestion } from './typed-expectation'
import { storageLeft, storageUsed } from './typed-storage'
import { cameraNames, type EventRow } from './workspace'

/** About the plan, its storage and the cameras themselves. */
export function typedPlan(rows: readonly EventRow[]): TypedQuestion[] {
  return [
    question('how much space is left', storageLeft(rows)),
    question('storage usage?', storageUsed(rows)),
    question('how many gb have i used', storageUsed(rows)),
    question('how long are my recordings kept', says(/1 year|one year|365 days|12 months/i)),
    question('what plan am i on', says(/\bteam\b/i)),
    question('how many cameras can i add', says(/\b(10|2 more|ten|two more)\b/)),
    question('how many cameras do I have?', { kind: 'number', values: [8] }),
    question('list my cameras', says(...cameraNames.map((name) => new RegExp(name)))),
    question('is the porch camera online', {
      kind: 'says',
      all: [/no camera|not .*camera|no .*porch|do not (have|know)/i],
      not: [/porch (camera )?is (online|offline)/i],
    }),
    question('is the front door camera online?', says(/offline|not online/i)),
    question('which cameras are offline', says(/offline/i, ...cameraNames.map((name) => new RegExp(name)))),
    question('are all my cams working', says(/offline/i)),
    question('how many chats do i have left', says(/\b\d+\b.*\b100\b|\b[1-9]\d\b.*(left|remain)/i)),
    question('how many notifications have i used this month', says(/\b(0|no)\b/i, /500/)),
    question('how much does pro cost', says(/9\.99/)),
    question('can i record audio', says(/audio|sound/i, /yes|with|include|can/i)),
    question('how long can clips be', says(/1 minute|one minute|60 ?s/i)),
  ]
}
