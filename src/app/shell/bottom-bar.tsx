import { Flex, Text } from '@chakra-ui/react'
import { Link, useLocation } from 'wouter'
import { BAR_HEIGHT, BAR_LETTERS } from '../../ui/theme/foundation'
import { dailyScreens } from './destinations'

/** The screens of daily use under the thumb (FACE-03); the rest is in the sheet. Where one is shows by more than colour. */
export function BottomBar() {
  const [path] = useLocation()
  return (
    <Flex
      as="nav"
      aria-label="Daily screens"
      position="sticky"
      bottom="0"
      zIndex="docked"
      height={BAR_HEIGHT}
      flexShrink={0}
      bg="bg.panel"
      borderTopWidth="1px"
    >
      {dailyScreens.map(({ path: to, label, icon: Icon }) => {
        const isHere = path === to
        return (
          <Flex
            key={to}
            asChild
            flex="1"
            minW="0"
            direction="column"
            align="center"
            justify="center"
            gap="0.5"
            color={isHere ? 'brand.fg' : 'fg.muted'}
            fontWeight={isHere ? 'semibold' : 'medium'}
            // The line at its top says the same as the colour.
            borderTopWidth="2px"
            borderColor={isHere ? 'brand.fg' : 'transparent'}
            focusVisibleRing="inside"
          >
            <Link href={to} aria-current={isHere ? 'page' : undefined}>
              <Icon size="1.25rem" aria-hidden />
              <Text as="span" fontSize={BAR_LETTERS} lineHeight="1.33" maxW="100%" truncate>
                {label}
              </Text>
            </Link>
          </Flex>
        )
      })}
    </Flex>
  )
}
