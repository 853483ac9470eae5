import { SimpleGrid, Stack } from '@chakra-ui/react'
import { PageHeader } from '../../ui/page-header'
import { PlanStatus } from './plan-status'
import { RecentActivity } from './recent-activity'
import { SummaryCards } from './summary-cards'

export default function DashboardScreen() {
  return (
    <>
      <PageHeader title="Security Dashboard" line="Monitor your surveillance system and recent activity" />
      <Stack gap="4">
        <SummaryCards />
        <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start">
          <RecentActivity />
          <PlanStatus />
        </SimpleGrid>
      </Stack>
    </>
  )
}
