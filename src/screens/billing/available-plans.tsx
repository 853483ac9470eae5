import { Box, Button, Flex, Heading, SimpleGrid, Spinner, VisuallyHidden } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useId } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Product } from '../../contract/billing'
import { product } from '../../contract/billing'
import type { BillingPeriod } from '../../contract/workspace'
import { choosePlanAtom, isPlanAwaitedAtom, paymentPageAtom } from '../../state/billing/billing'
import { isAvailable, periodFrom, planButton, planFeatures, planNames, priceOf } from '../../state/workspace/plans'
import { tierAtom } from '../../state/workspace/workspace'
import { FeatureList } from '../../ui/billing/feature-list'
import { PeriodSwitch } from '../../ui/billing/period-switch'
import { PlanPrice } from '../../ui/billing/plan-price'
import { Panel } from '../../ui/layout/panel'
import { RowSkeletons } from '../../ui/notices/skeletons'

export function AvailablePlans() {
  const period = periodFrom(useSearch())
  const [path, navigate] = useLocation()
  const isAwaited = useAtomValue(isPlanAwaitedAtom)
  // Kept in the address, so that a link can name it and the way back from the payment page finds it.
  const choose = (isYearly: boolean) => navigate(`${path}?period=${isYearly ? 'yearly' : 'monthly'}`, { replace: true })
  return (
    <Panel>
      <Flex justify="space-between" align="center" wrap="wrap" gap="2" mb="4">
        <Heading as="h2" size="md">
          Available Plans
        </Heading>
        <PeriodSwitch isYearly={period === 'YEARLY'} yearlyLabel="Yearly (40% off)" onChange={choose} />
      </Flex>
      <SimpleGrid columns={{ base: 1, lg: 3 }} gap="4">
        {product.options.map((plan) => (
          <PlanCard key={plan} plan={plan} period={period} isAwaited={isAwaited} />
        ))}
      </SimpleGrid>
    </Panel>
  )
}

function PlanCard(props: {
  readonly plan: Product
  readonly period: BillingPeriod
  /** Which plan is the current one is not known yet. */
  readonly isAwaited: boolean
}) {
  const { plan, period, isAwaited } = props
  const page = useAtomValue(paymentPageAtom)
  const choose = useSetAtom(choosePlanAtom)
  const button = planButton(plan, useAtomValue(tierAtom))
  const headingId = useId()
  const isOpening = page.phase === 'opening' && page.by === plan
  const isCurrent = !isAwaited && button === 'Current Plan'
  return (
    <Flex
      as="article"
      aria-labelledby={headingId}
      direction="column"
      gap="4"
      borderWidth="1px"
      rounded="l3"
      // In a panel already: where letters are large the words need the room.
      p="min({spacing.4}, 4.5vw)"
      minW="0"
      {...(isCurrent && { borderColor: 'brand.border', outline: '1px solid', outlineColor: 'brand.border' })}
    >
      <Box>
        <Heading as="h3" size="md" id={headingId}>
          {planNames[plan]}
        </Heading>
        <PlanPrice price={priceOf(plan, period)} isYearly={plan !== 'BASIC' && period === 'YEARLY'} />
      </Box>
      {isAwaited ? (
        <RowSkeletons count={1} height="2.5rem" />
      ) : (
        <Button
          colorPalette={button === 'Upgrade' ? 'brand' : 'gray'}
          variant={button === 'Upgrade' ? 'solid' : 'outline'}
          disabled={!isAvailable(button) || page.phase === 'opening'}
          aria-describedby={headingId}
          onClick={() => void choose(plan, period)}
        >
          {isOpening && <Spinner size="sm" aria-hidden />}
          {button}
        </Button>
      )}
      {isOpening && <VisuallyHidden role="status">Opening</VisuallyHidden>}
      <FeatureList label={`${planNames[plan]} brings`} features={planFeatures[plan]} />
    </Flex>
  )
}
