import { Box, Button, Flex, Heading, Spinner } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useId } from 'react'
import type { Product } from '../../contract/billing'
import type { BillingPeriod } from '../../contract/workspace'
import { choosePlanAtom, paymentPageAtom } from '../../state/billing/billing'
import { isAvailable, planButton, planFeatures, planNames, priceOf } from '../../state/workspace/plans'
import { tierAtom } from '../../state/workspace/workspace'
import { FeatureList } from '../../ui/billing/feature-list'
import { PlanPrice } from '../../ui/billing/plan-price'
import { RowSkeletons } from '../../ui/notices/row-skeletons'

export function PlanCard(props: {
  readonly plan: Product
  readonly period: BillingPeriod
  /** Which plan is the current one is not known yet. */
  readonly isLoading: boolean
}) {
  const { plan, period, isLoading } = props
  const page = useAtomValue(paymentPageAtom)
  const choose = useSetAtom(choosePlanAtom)
  const button = planButton(plan, useAtomValue(tierAtom))
  const headingId = useId()
  const isCurrent = !isLoading && button === 'Current Plan'
  return (
    <Flex
      as="article"
      aria-labelledby={headingId}
      direction="column"
      gap="4"
      borderWidth="1px"
      rounded="l3"
      p={{ base: '4', md: '5' }}
      minW="0"
      {...(isCurrent && { borderColor: 'brand.border', outline: '1px solid', outlineColor: 'brand.border' })}
    >
      <Box>
        <Heading as="h3" size="md" id={headingId}>
          {planNames[plan]}
        </Heading>
        <PlanPrice price={priceOf(plan, period)} isYearly={plan !== 'BASIC' && period === 'YEARLY'} />
      </Box>
      {isLoading ? (
        <RowSkeletons count={1} height="2.5rem" />
      ) : (
        <Button
          colorPalette={button === 'Upgrade' ? 'brand' : 'gray'}
          variant={button === 'Upgrade' ? 'solid' : 'outline'}
          disabled={!isAvailable(button) || page.phase === 'opening'}
          aria-describedby={headingId}
          onClick={() => void choose(plan, period)}
        >
          {page.phase === 'opening' && page.by === plan && <Spinner size="sm" role="status" aria-label="Opening" />}
          {button}
        </Button>
      )}
      <FeatureList label={`${planNames[plan]} brings`} features={planFeatures[plan]} />
    </Flex>
  )
}
