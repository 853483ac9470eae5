import { SimpleGrid, Stack } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { paymentPageAtom } from '../../state/billing/billing'
import { useKeptFocus } from '../../ui/layout/focus-keeper'
import { PageHeader } from '../../ui/layout/page-header'
import { AvailablePlans } from './available-plans'
import { CurrentPlan, DowngradeNotice, PlanWarnings } from './current-plan'
import { SignedInDevices } from './devices/signed-in-devices'
import { Members } from './members'
import { Passkeys } from './passkeys/passkeys'
import { ApiTokens } from './tokens/api-tokens'
import { Webhooks } from './webhooks/webhooks'
import { WorkspaceSection } from './workspace-section'

export default function BillingScreen() {
  const keptFocus = useKeptFocus(useAtomValue(paymentPageAtom).phase === 'opening')
  return (
    <>
      <PageHeader title="Billing & Subscriptions" line="Your plan, and what else there is" />
      <Stack gap="4" {...keptFocus}>
        <DowngradeNotice />
        <PlanWarnings />
        <CurrentPlan />
        <AvailablePlans />
        {/* Lists of a few lines, beside each other where there is room: who gets in, and what programs and all of it may do. */}
        <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start">
          <Stack gap="4" minW="0">
            <Members />
            <SignedInDevices />
            <Passkeys />
          </Stack>
          <Stack gap="4" minW="0">
            <ApiTokens />
            <Webhooks />
            <WorkspaceSection />
          </Stack>
        </SimpleGrid>
      </Stack>
    </>
  )
}
