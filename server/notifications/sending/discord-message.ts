import { type Message, type Tone, wordsOf } from './message'

const colors: Readonly<Record<Tone, number>> = {
  motion: 0x3b82f6,
  person: 0xf59e0b,
  alert: 0xdc2626,
  status: 0x64748b,
}

/** JSON of a Discord webhook: one embed, whose title leads to the hub. */
export function discordBody(message: Message): string {
  const { title, facts, link, pictureUrl, tone } = message
  return JSON.stringify({
    // Names of cameras mention nobody, whatever they hold.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: escaped(title),
        url: link.url,
        description: `${escaped(wordsOf(message, pictureUrl !== null))}\n[${link.label}](${link.url})`,
        color: colors[tone],
        fields: facts.map(({ label, value }) => ({ name: label, value: escaped(value), inline: true })),
        ...(pictureUrl !== null && { image: { url: pictureUrl } }),
      },
    ],
  })
}

/** Markdown becomes letters, and mentions lose the @ that begins them. */
function escaped(text: string): string {
  return text.replace(/[\\*_~`|<>[\]()#]/g, '\\$&').replaceAll('@', '@\u200b')
}
