import { Box, Button, Flex, Heading, Spinner, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { formatLongDate } from '../../lib/date-time'
import { isPlanAwaitedAtom, manageSubscriptionAtom, paymentPageAtom } from '../../state/billing/billing'
import { ownerToAskAtom } from '../../state/members/members'
import { planWarningsAtom } from '../../state/workspace/plan-warnings'
import { planFeatures, planNames, planOf, priceOf, tierChangeOf } from '../../state/workspace/plans'
import { workspaceQueryAtom } from '../../state/workspace/workspace'
import { FeatureList } from '../../ui/billing/feature-list'
import { PlanPrice } from '../../ui/billing/plan-price'
import { Panel } from '../../ui/layout/panel'
import { Notice } from '../../ui/notices/notice'
import { RowSkeletons } from '../../ui/notices/skeletons'

export function CurrentPlan() {
  const isAwaited = useAtomValue(isPlanAwaitedAtom)
  const page = useAtomValue(paymentPageAtom)
  const manage = useSetAtom(manageSubscriptionAtom)
  const isOpening = page.phase === 'opening' && page.by === 'subscription'
  return (
    <Panel
      heading="Current Plan"
      aside={
        <>
          <Button size="sm" variant="outline" disabled={page.phase === 'opening'} onClick={() => void manage()}>
            {isOpening && <Spinner size="xs" aria-hidden />}
            Manage Subscription
          </Button>
          {isOpening && <VisuallyHidden role="status">Opening</VisuallyHidden>}
        </>
      }
    >
      {isAwaited ? (
        <Box minH={{ base: '17rem', sm: '11rem', xl: '4.5rem' }}>
          <RowSkeletons count={2} />
        </Box>
      ) : (
        <PlanDetails />
      )}
    </Panel>
  )
}

/** An unknown workspace counts as FREE, and says that it is unknown. */
function PlanDetails() {
  const { data, isFetching, isError, refetch } = useAtomValue(workspaceQueryAtom)
  const owner = useAtomValue(ownerToAskAtom)
  const billing = data?.stripeCustomer
  const plan = planOf(billing?.tier ?? 'FREE')
  const period = billing?.billingPeriod ?? 'MONTHLY'
  return (
    <Stack gap="4">
      <Flex direction={{ base: 'column', xl: 'row' }} gap={{ base: '4', xl: '8' }}>
        <Box flexShrink={0}>
          <Heading as="h3" size="lg">
            {planNames[plan]}
          </Heading>
          <PlanPrice price={priceOf(plan, period)} isYearly={plan !== 'BASIC' && period === 'YEARLY'} />
        </Box>
        <Box flex="1" minW="0" alignSelf={{ xl: 'center' }}>
          <FeatureList label={`Your plan ${planNames[plan]} brings`} features={planFeatures[plan]} isWide />
        </Box>
      </Flex>
      {owner !== null && (
        <Text color="fg.muted" textStyle="sm">
          Only the owner{owner !== '' && `, ${owner},`} changes the plan. Ask them.
        </Text>
      )}
      {data === undefined && (
        <Flex align="center" gap="3" wrap="wrap" textStyle="sm">
          <Text color="fg.muted">Your subscription is not known right now, so the free plan is shown.</Text>
          {isError && (
            <Button size="xs" variant="outline" disabled={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </Flex>
      )}
    </Stack>
  )
}

export function PlanWarnings() {
  return useAtomValue(planWarningsAtom).map((words) => (
    <Notice key={words} kind="warning">
      {words}
    </Notice>
  ))
}

export function DowngradeNotice() {
  const change = tierChangeOf(useAtomValue(workspaceQueryAtom).data)
  if (change === null) return null
  const date = change.at === null ? '' : ` on ${formatLongDate(change.at)}`
  return <Notice kind="warning">{`Your account will be downgraded to ${change.to} from ${change.from}${date}.`}</Notice>
}
