import type { InlineImage, Mail } from '../../lib/mailer'
import { escaped } from '../../lib/own-page'
import { type Message, wordsOf } from './message'

const PICTURE_ID = 'picture@nightjar'

/** A mail as text and as simple HTML, with the picture inside it where there is one. */
export function mailOf(to: string, message: Message, picture: Buffer | null): Mail {
  const images: InlineImage[] =
    picture === null
      ? []
      : [{ contentId: PICTURE_ID, fileName: 'picture.jpg', contentType: 'image/jpeg', bytes: picture }]
  return {
    to,
    subject: message.title,
    text: textOf(message, picture !== null),
    html: htmlOf(message, picture !== null),
    images,
  }
}

const WHY = 'You get this mail because e-mail is turned on in the Notification Settings of Nightjar.'

function textOf(message: Message, hasPicture: boolean): string {
  const { facts, link } = message
  const lines = facts.map(({ label, value }) => `${label}: ${value}`)
  return [wordsOf(message, hasPicture), '', ...lines, '', `${link.label}: ${link.url}`, '', WHY, ''].join('\n')
}

function htmlOf(message: Message, hasPicture: boolean): string {
  const { title, facts, link } = message
  const rows = facts.map(
    ({ label, value }) => `<tr><th align="left">${escaped(label)}</th><td>${escaped(value)}</td></tr>`,
  )
  const picture = hasPicture ? `<p><img src="cid:${PICTURE_ID}" alt="${escaped(title)}" width="480"></p>` : ''
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>`,
    '<body style="font-family: sans-serif">',
    `<h1 style="font-size: 1.25em">${escaped(title)}</h1>`,
    `<p>${escaped(wordsOf(message, hasPicture))}</p>`,
    picture,
    `<table cellpadding="4">${rows.join('')}</table>`,
    `<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>`,
    `<p style="color: #666666">${WHY}</p>`,
    '</body></html>',
  ].join('\n')
}
