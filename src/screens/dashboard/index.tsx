import { Box, Flex, SimpleGrid, Stack } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { watchRowAtom } from '../../state/dashboard/watch-row'
import { PageHeader } from '../../ui/layout/page-header'
import { Activity } from './activity'
import { DashboardTour } from './dashboard-tour'
import { PlanStatus } from './plan-status'
import { RecentActivity } from './recent-activity'
import { SecurityStatusCard } from './security-status-card'
import { SummaryCards } from './summary-cards'
import { WatchRow } from './watch-row'

/** Is all well? Then what happened; figures and plan come after (FACE-06). Without a row of cameras all four figures come first. */
export default function DashboardScreen() {
  const hasRow = useAtomValue(watchRowAtom).phase !== 'none'
  return (
    <>
      <PageHeader title="Security Dashboard" line="Monitor your surveillance system and recent activity" />
      <Stack gap="4">
        {hasRow ? (
          <Flex data-tour="overview" direction={{ base: 'column', lg: 'row' }} gap={{ base: '3', lg: '4' }}>
            <SecurityStatusCard />
            <WatchRow />
          </Flex>
        ) : (
          <Box data-tour="overview">
            <SummaryCards>
              <SecurityStatusCard />
            </SummaryCards>
          </Box>
        )}
        <Activity />
        {hasRow && <SummaryCards />}
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
