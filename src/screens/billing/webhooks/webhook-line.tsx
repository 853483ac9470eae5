import { Badge, Box, Flex, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Webhook as WebhookIcon } from 'lucide-react'
import type { Webhook } from '../../../contract/notifications/webhooks'
import { cameraIdsLeftAtom } from '../../../state/cameras/webhook-cameras'
import { camerasGone, camerasLine, kindsLine, stateWords } from '../../../state/notifications/webhook-words'
import { openWebhookIdAtom } from '../../../state/notifications/webhooks'
import { sessionAtom } from '../../../state/sign-in/session'
import { LateDialogButton } from '../../../ui/forms/late-dialog-button'
import { LatePart } from '../../../ui/layout/late-part'
import { ListLine } from '../../../ui/layout/list-line'

const webhookDialog = new LatePart(async () => (await import('./webhook-dialog')).WebhookDialog)

/** A webhook: where it leads, what for, and whether it works. */
export function WebhookLine({ webhook }: { readonly webhook: Webhook }) {
  const session = useAtomValue(sessionAtom)
  const open = useSetAtom(openWebhookIdAtom)
  const isOwn = session.phase === 'signed-in' && session.email === webhook.createdBy
  const state = stateWords[webhook.state]
  const cameraIds = useAtomValue(cameraIdsLeftAtom)(webhook)
  const isForNothing = webhook.state === 'on' && cameraIds?.length === 0
  const isStopped = webhook.state === 'gone' || webhook.state === 'failing'
  return (
    <ListLine
      icon={<WebhookIcon size="1.1rem" />}
      actions={
        <LateDialogButton
          part={webhookDialog}
          dialog={(Dialog, close) => (
            <Dialog
              onClose={() => {
                open(null)
                close()
              }}
            />
          )}
          missing="The webhook is not here yet."
          aria-label={`Open ${webhook.name}`}
          onOpen={() => open(webhook.id)}
        >
          Open
        </LateDialogButton>
      }
    >
      <Box minW="0">
        <Flex wrap="wrap" columnGap="2" rowGap="1" align="center" minW="0">
          <Text minW="0" overflowWrap="anywhere" me="1">
            {webhook.name}
          </Text>
          {state !== null && (
            <Badge variant="outline" flexShrink={0} {...(isStopped && { colorPalette: 'orange' })}>
              {state.badge}
            </Badge>
          )}
          {webhook.state === 'on' && webhook.problem !== null && (
            <Badge variant="outline" flexShrink={0} colorPalette="orange">
              Not arriving
            </Badge>
          )}
          {isForNothing && (
            <Badge variant="outline" flexShrink={0} colorPalette="orange">
              {camerasGone.badge}
            </Badge>
          )}
        </Flex>
        <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere">
          {kindsLine(webhook.kinds)} of {camerasLine(cameraIds)} to {hostOf(webhook.url)}
          {isOwn ? '' : `, added by ${webhook.createdBy}`}
        </Text>
        {isForNothing && <Text textStyle="sm">{camerasGone.line}</Text>}
        {webhook.state !== 'off' && webhook.problem !== null && (
          <Text textStyle="sm" overflowWrap="anywhere">
            {webhook.problem}
          </Text>
        )}
      </Box>
    </ListLine>
  )
}

/** The path is often as good as a password. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
