import { Flex, Heading, SimpleGrid } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { useLocation, useSearch } from 'wouter'
import { product } from '../../contract/billing'
import { periodFrom } from '../../state/workspace/plans'
import { workspaceQueryAtom } from '../../state/workspace/workspace'
import { PeriodSwitch } from '../../ui/billing/period-switch'
import { Panel } from '../../ui/layout/panel'
import { PlanCard } from './plan-card'

export function AvailablePlans() {
  const period = periodFrom(useSearch())
  const [path, navigate] = useLocation()
  const isLoading = useAtomValue(workspaceQueryAtom).isLoading
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
          <PlanCard key={plan} plan={plan} period={period} isLoading={isLoading} />
        ))}
      </SimpleGrid>
    </Panel>
  )
}
