import { Box, Flex, SimpleGrid, Stack } from '@chakra-ui/react'
import { PageHeader } from '../../ui/layout/page-header'
import { Activity } from './activity'
import { DashboardTour } from './dashboard-tour'
import { PlanStatus } from './plan-status'
import { RecentActivity } from './recent-activity'
import { SecurityStatusCard } from './security-status-card'
import { SummaryCards } from './summary-cards'
import { WatchRow } from './watch-row'

/** Is all well? Then what happened; figures and plan come after (FACE-06). */
export default function DashboardScreen() {
  return (
    <>
      <PageHeader title="Security Dashboard" line="Monitor your surveillance system and recent activity" />
      <Stack gap="4">
        <Flex data-tour="overview" direction={{ base: 'column', lg: 'row' }} gap={{ base: '3', lg: '4' }}>
          <SecurityStatusCard />
          <WatchRow />
        </Flex>
        <Activity />
        <SummaryCards />
        <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start">
          <Box data-tour="recent-events" minW="0">
            <RecentActivity />
          </Box>
          <Box data-tour="plan" minW="0">
            <PlanStatus />
          </Box>
        </SimpleGrid>
      </Stack>
      <DashboardTour />
    </>
  )
}
