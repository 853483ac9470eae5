import { Stack } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { paymentPageAtom } from '../../state/billing/billing'
import { PageHeader } from '../../ui/layout/page-header'
import { useKeptFocus } from '../../ui/layout/use-kept-focus'
import { AvailablePlans } from './available-plans'
import { CurrentPlan } from './current-plan'
import { DowngradeNotice } from './downgrade-notice'
import { Members } from './members'
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
        <WorkspaceSection />
      </Stack>
    </>
  )
}
