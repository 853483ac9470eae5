import { Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Plus } from 'lucide-react'
import { MAX_WEBHOOKS } from '../../../contract/notifications/webhooks'
import { readingOf } from '../../../state/http/reads'
import { areWebhooksFullAtom, hasWebhooksAtom, webhooksQueryAtom } from '../../../state/notifications/webhooks'
import { LateDialogButton } from '../../../ui/forms/late-dialog-button'
import { LatePart } from '../../../ui/layout/late-part'
import { ListLines } from '../../../ui/layout/list-line'
import { Panel } from '../../../ui/layout/panel'
import { AwaitedRows } from '../../../ui/notices/try-again'
import { WebhookLine } from './webhook-line'

/** Few who look at their plan add a webhook. */
const newWebhook = new LatePart(async () => (await import('./new-webhook')).NewWebhook)

/** Addresses that the hub calls, where the provider does so (extension `webhooks`); nothing elsewhere. */
export function Webhooks() {
  if (!useAtomValue(hasWebhooksAtom)) return null
  return (
    <Panel heading="Webhooks">
      <Stack gap="4">
        <Text color="fg.muted" textStyle="sm">
          For programs that want to be told at once: the hub calls an address when something happens, with JSON that it
          signs.
        </Text>
        <List />
      </Stack>
    </Panel>
  )
}

function List() {
  const query = useAtomValue(webhooksQueryAtom)
  const isFull = useAtomValue(areWebhooksFullAtom)
  const webhooks = query.data ?? []
  return (
    <AwaitedRows reading={readingOf(query)} query={query} count={1} missing="The webhooks are not here yet.">
      {webhooks.length === 0 ? (
        <Text>There is no webhook yet.</Text>
      ) : (
        <ListLines label="Webhooks">
          {webhooks.map((webhook) => (
            <WebhookLine key={webhook.id} webhook={webhook} />
          ))}
        </ListLines>
      )}
      {isFull ? (
        <Text color="fg.muted" textStyle="sm">
          A workspace has at most {MAX_WEBHOOKS} webhooks. Remove one that nothing needs any more to add another.
        </Text>
      ) : (
        <LateDialogButton
          part={newWebhook}
          dialog={(Dialog, close) => <Dialog onClose={close} />}
          icon={<Plus size="1rem" aria-hidden />}
          missing="The form is not here yet."
        >
          New Webhook
        </LateDialogButton>
      )}
    </AwaitedRows>
  )
}
