import { type Message, wordsOf } from './message'

/** Longest text of a header block (Slack's block kit). */
const MAX_HEADER_LENGTH = 150

/** JSON of Slack's incoming webhooks: blocks, and a text for where blocks are not shown. */
export function slackBody(message: Message): string {
  const { title, facts, link, pictureUrl } = message
  const text = wordsOf(message, pictureUrl !== null)
  const fields = facts.map(({ label, value }) => plain(`${label}: ${value}`))
  const picture = pictureUrl === null ? [] : [{ type: 'image', image_url: pictureUrl, alt_text: escaped(title) }]
  return JSON.stringify({
    text: escaped(`${title}. ${text}`),
    unfurl_links: false,
    blocks: [
      { type: 'header', text: plain(title.slice(0, MAX_HEADER_LENGTH)) },
      { type: 'section', text: plain(text), fields },
      ...picture,
      // The only formatted text holds nothing that a person typed.
      { type: 'context', elements: [{ type: 'mrkdwn', text: `<${escaped(link.url)}|${link.label}>` }] },
    ],
  })
}

/** Text in which Slack looks for no formatting. */
function plain(text: string) {
  return { type: 'plain_text', text: escaped(text), emoji: false }
}

/** Slack's three special characters: without them <!channel>, <@U1> and links are letters. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
