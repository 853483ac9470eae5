import { Stack, StackSeparator } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Hash, Mail, MessagesSquare } from 'lucide-react'
import { channelStatusAtom } from '../../state/notifications/integrations'
import { Panel } from '../../ui/layout/panel'
import { ChannelSettings } from './channel-settings'

const PRINTED =
  'This hub has no mail server: it prints mails on its terminal, where they count for the month and reach nobody else. Whoever runs it names one in SMTP_URL.'

export function IntegrationChannels() {
  const { isMailPrinted } = useAtomValue(channelStatusAtom)
  return (
    <Panel heading="Integration Channels">
      <Stack gap="4" separator={<StackSeparator />}>
        <ChannelSettings
          channel="email"
          name="Email"
          icon={<Mail size="1.25rem" />}
          addressLabel="Email Address"
          inputType="email"
          placeholder="you@example.com"
          help={isMailPrinted ? PRINTED : 'Notifications are mailed to this address.'}
        />
        <ChannelSettings
          channel="slack"
          name="Slack"
          icon={<Hash size="1.25rem" />}
          addressLabel="Slack Webhook URL"
          inputType="text"
          placeholder="https://hooks.slack.com/services/..."
          help="Made in Slack under Apps, Incoming Webhooks. It looks like https://hooks.slack.com/services/T00/B00/abc."
        />
        <ChannelSettings
          channel="discord"
          name="Discord"
          icon={<MessagesSquare size="1.25rem" />}
          addressLabel="Discord Webhook URL"
          inputType="text"
          placeholder="https://discord.com/api/webhooks/..."
          help="Made in Discord in a channel’s settings, Integrations, Webhooks. It looks like https://discord.com/api/webhooks/123/abc."
        />
      </Stack>
    </Panel>
  )
}
