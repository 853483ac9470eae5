import { defineConfig } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'

/**
 * Where title and buttons of a dialog that stand still would leave the middle no room: 365 px are a laptop's at 200 %, 430 those
 * of a large telephone on its side.
 */
const LOW = '@media (max-height: 28rem)'

/** Dialogs take a low window whole, as that of a telephone on its side; in a lower one all of a dialog scrolls. */
export const lowWindows = defineConfig({
  theme: {
    slotRecipes: {
      dialog: {
        slots: dialogSlotRecipe.slots,
        variants: {
          scrollBehavior: {
            inside: {
              content: { maxH: 'calc(100dvh - 2rem)', [LOW]: { overflow: 'auto' } },
              body: { [LOW]: { overflow: 'visible' } },
            },
          },
        },
      },
    },
  },
})
