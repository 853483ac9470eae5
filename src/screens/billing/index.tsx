import { Stack } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { paymentPageAtom } from '../../state/billing/billing'
import { useKeptFocus } from '../../ui/layout/focus-keeper'
import { PageHeader } from '../../ui/layout/page-header'
import { AvailablePlans } from './available-plans'
import { CurrentPlan, DowngradeNotice } from './current-plan'
import { SignedInDevices } from './devices/signed-in-devices'
import { Members } from './members'
import { Passkeys } from './passkeys/passkeys'
import { ApiTokens } from './tokens/api-tokens'
import { WorkspaceSection } from './workspace-section'

export default function BillingScreen() {
  const keptFocus = useKeptFocus(useAtomValue(paymentPageAtom).phase === 'opening')
  return (
    <>
      <PageHeader title="Billing & Subscriptions" line="Your plan, and what else there is" />
      <Stack gap="4" {...keptFocus}>
        <DowngradeNotice />
        <CurrentPlan />
        <AvailablePlans />
        <Members />
        <SignedInDevices />
        <Passkeys />
        <ApiTokens />
        <WorkspaceSection />
      </Stack>
    </>
  )
}
