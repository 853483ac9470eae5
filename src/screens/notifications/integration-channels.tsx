import { Stack, StackSeparator } from '@chakra-ui/react'
import { Hash, Mail, MessagesSquare } from 'lucide-react'
import { Panel } from '../../ui/layout/panel'
import { ChannelSettings } from './channel-settings'

export function IntegrationChannels() {
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
          help="Notifications are mailed to this address."
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
