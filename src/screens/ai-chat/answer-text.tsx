import { Link } from '@chakra-ui/react'
import { splitLinks } from '../../state/assistant/chat-links'

/** An answer, which nobody vouches for: links as links in a new tab (CHAT-14), all else as the text it is. */
export function AnswerText({ text }: { readonly text: string }) {
  let at = 0
  return splitLinks(text).map((stretch) => {
    const key = at
    at += stretch.text.length
    if (stretch.kind === 'text') return stretch.text
    return (
      <Link
        key={key}
        href={stretch.href}
        target="_blank"
        rel="noopener noreferrer"
        // The words are the model's: the address says where they lead.
        title={`${stretch.href} (opens in a new tab)`}
        display="inline"
        whiteSpace="normal"
        color="brand.fg"
        textDecoration="underline"
      >
        {stretch.text}
      </Link>
    )
  })
}
