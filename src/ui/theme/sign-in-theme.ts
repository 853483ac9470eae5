import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react'
import {
  buttonRecipe,
  fieldSlotRecipe,
  headingRecipe,
  inputRecipe,
  linkRecipe,
  pinInputSlotRecipe,
  spinnerRecipe,
} from '@chakra-ui/react/theme'
import { foundation, ours } from './foundation'
import { hover } from './hover'
import { reach } from './reach'

/** Only the recipes of the screens outside the guard: the others would double the wait for the first of them. */
const recipes = defineConfig({
  theme: {
    recipes: {
      button: buttonRecipe,
      heading: headingRecipe,
      input: inputRecipe,
      link: linkRecipe,
      spinner: spinnerRecipe,
    },
    slotRecipes: { field: fieldSlotRecipe, pinInput: pinInputSlotRecipe },
  },
})

/** What sign-in and 404 show with, until the whole system is there: it looks the same. */
export const makeSignInSystem = () => createSystem(defaultBaseConfig, foundation, ours, recipes, hover, reach)
