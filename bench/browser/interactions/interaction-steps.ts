import type { Locator, Page } from '@playwright/test'

/** One thing that a person does, and what then shows. */
export interface Action {
  readonly kind: string
  /** How many presses, clicks and keys it takes; 1 where it is not said. */
  readonly interactions?: number
  readonly act: () => Promise<void>
  /** Waits for what must show before the next one. */
  readonly shown?: () => Promise<void>
}

/** What is typed into a field, key by key. */
const TYPED = 'Gate'

/** One round through the cameras screen and back, at one camera's card. */
export function actionsAt(page: Page, camera: string, round: number): Action[] {
  const card = page.getByRole('article', { name: camera })
  return [
    ...atSettings(page, card, camera, round % 2 === 0),
    ...atMotionSwitch(card),
    ...atAddForm(page),
    ...atSidebar(page),
    ...atSearch(page),
  ]
}

function atSettings(page: Page, card: Locator, camera: string, byKey: boolean): Action[] {
  const dialog = page.getByRole('dialog', { name: `Settings of ${camera}` })
  const slider = dialog.getByRole('slider')
  const audio = dialog.getByText('Audio', { exact: true })
  const keys = ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'Home']
  return [
    {
      kind: 'open settings',
      act: () => card.getByRole('button', { name: 'Settings' }).click(),
      shown: () => dialog.getByRole('grid', { name: 'Zones to ignore' }).waitFor(),
    },
    ...keys.map((key) => ({ kind: 'slider by key', act: () => slider.press(key) })),
    { kind: 'slider by pointer', act: () => pressInTheMiddle(page, slider) },
    { kind: 'audio switch', act: () => audio.click() },
    { kind: 'audio switch', act: () => audio.click() },
    {
      kind: 'close settings',
      act: () => (byKey ? page.keyboard.press('Escape') : dialog.getByRole('button', { name: 'Cancel' }).click()),
      shown: () => dialog.waitFor({ state: 'hidden' }),
    },
  ]
}

/** Takes the slider's thumb with the pointer, wherever it stands, and pulls it to the right. */
async function pressInTheMiddle(page: Page, thumb: Locator): Promise<void> {
  const box = await thumb.boundingBox()
  if (box === null) throw new Error('The slider has no place.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y, { steps: 4 })
  await page.mouse.up()
}

function atMotionSwitch(card: Locator): Action[] {
  const isSwitchFree = () => card.locator('input[type=checkbox]:enabled').first().waitFor({ state: 'attached' })
  return [
    {
      kind: 'motion off',
      act: () => card.getByText('Motion Detection').click(),
      shown: async () => {
        await card.getByRole('meter').waitFor({ state: 'hidden' })
        await isSwitchFree()
      },
    },
    {
      kind: 'motion on',
      act: () => card.getByText('Motion Detection').click(),
      shown: async () => {
        await card.getByRole('meter').waitFor()
        await isSwitchFree()
      },
    },
  ]
}

function atAddForm(page: Page): Action[] {
  const name = page.getByLabel('Camera name')
  return [
    {
      kind: 'open the add form',
      act: () => page.getByRole('button', { name: 'Add Camera' }).click(),
      shown: () => name.waitFor(),
    },
    ...typing(page, 'type a name'),
    {
      kind: 'close the add form',
      act: () => page.getByRole('button', { name: 'Cancel' }).click(),
      shown: () => name.waitFor({ state: 'hidden' }),
    },
  ]
}

function atSidebar(page: Page): Action[] {
  const toggle = { kind: 'sidebar by Ctrl+B', interactions: 2, act: () => page.keyboard.press('Control+b') }
  return [toggle, toggle]
}

/** The search is on another screen, where the cameras go on. */
function atSearch(page: Page): Action[] {
  const search = page.getByPlaceholder('Search events...')
  return [
    {
      kind: 'go to Events',
      act: () => page.getByRole('link', { name: 'Events', exact: true }).click(),
      shown: () => search.waitFor(),
    },
    { kind: 'go to the search', act: () => search.click() },
    ...typing(page, 'type in the search'),
    {
      kind: 'go to Cameras',
      act: () => page.getByRole('link', { name: 'Cameras', exact: true }).click(),
      shown: () => page.getByRole('meter').first().waitFor(),
    },
  ]
}

function typing(page: Page, kind: string): Action[] {
  return [...TYPED].map((key) => ({ kind, act: () => page.keyboard.press(key) }))
}
