import { Box, Button, chakra, IconButton, Input } from '@chakra-ui/react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { SendHorizontal } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { MAX_MESSAGE_LENGTH } from '../../contract/chat'
import { canSendAtom, chatDraftAtom, isChatLimitReachedAtom, sendDraftAtom } from '../../state/assistant/chat'
import { Notice } from '../../ui/notices/notice'

export function Composer({ input }: { readonly input: RefObject<HTMLInputElement | null> }) {
  const [draft, setDraft] = useAtom(chatDraftAtom)
  const canSend = useAtomValue(canSendAtom)
  const isLimitReached = useAtomValue(isChatLimitReachedAtom)
  const send = useSetAtom(sendDraftAtom)
  const upgrade = useRef<HTMLAnchorElement>(null)
  const hasFocus = useRef(false)
  // A disabled input drops the focus: on to what can still be done.
  useLayoutEffect(() => {
    if (isLimitReached && hasFocus.current) upgrade.current?.focus({ preventScroll: true })
  }, [isLimitReached])
  return (
    <Box borderTopWidth="1px" p={{ base: '3', md: '4' }}>
      {isLimitReached && (
        <Box mb="3">
          <Notice
            kind="warning"
            actions={
              <Button asChild size="sm" variant="outline">
                <Link href="/billing" ref={upgrade}>
                  Upgrade
                </Link>
              </Button>
            }
          >
            You've reached your chat limit for this month. Upgrade to continue chatting with your AI assistant.
          </Notice>
        </Box>
      )}
      <chakra.form
        display="flex"
        gap="2"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
          input.current?.focus()
        }}
      >
        <Input
          ref={input}
          aria-label="Message"
          placeholder="Ask about your security footage..."
          autoComplete="off"
          enterKeyHint="send"
          maxLength={MAX_MESSAGE_LENGTH}
          disabled={isLimitReached}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onFocus={() => {
            hasFocus.current = true
          }}
          onBlur={() => {
            hasFocus.current = false
          }}
        />
        <IconButton type="submit" colorPalette="brand" aria-label="Send" disabled={!canSend}>
          <SendHorizontal size="1.1rem" aria-hidden />
        </IconButton>
      </chakra.form>
    </Box>
  )
}
