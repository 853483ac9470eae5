import type { Locator, Page, Route } from '@playwright/test'
import { seriousAxeFaults } from '../support/axe'
import { haveSession } from '../support/signed-in'
import { expect, test } from '../support/test'

const PLACEHOLDER = 'Ask about your security footage...'

/** The assistant of these tests: what it knows, and how it answers. The hub's own is not asked. */
interface Assistant {
  used: number
  messages: object[]
  answer: (route: Route, message: string) => Promise<void>
}

const says =
  (answer: string): Assistant['answer'] =>
  (route) =>
    route.fulfill({ json: { answer } })

/** Twelve turns, which scroll on any of our windows. */
const longChat = Array.from({ length: 12 }, (_, turn) => [
  { role: 'user', message: `Question ${turn}`, timestamp: '2026-03-10T08:00:00.000Z' },
  { type: 'bot', content: `Answer ${turn}.\nIt has a second line.`, timestamp: '2026-03-10T08:00:05.000Z' },
]).flat()

async function playAssistant(page: Page, given: Partial<Assistant> = {}): Promise<Assistant> {
  const assistant: Assistant = { used: 0, messages: [], answer: says('Nobody came.'), ...given }
  const none = { used: 0, total: 5, percentage: 0 }
  await page.route('**/v1/workspaces/usage', (route) =>
    route.fulfill({
      json: { storage: none, notifications: none, cameras: none, aiChats: { ...none, used: assistant.used } },
    }),
  )
  await page.route('**/v1/chats/latest', (route) =>
    route.fulfill({ json: { id: 'chat-1', workspaceId: 'w', chatMessages: assistant.messages } }),
  )
  await page.route('**/v1/chats', (route) => route.fulfill({ status: 201, json: { id: 'chat-2' } }))
  await page.route('**/v1/ai/chat', (route) => {
    const { message } = route.request().postDataJSON() as { message: string }
    return assistant.answer(route, message)
  })
  return assistant
}

const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })
const input = (page: Page) => page.getByPlaceholder(PLACEHOLDER)
const bubbles = (page: Page) => log(page).locator('li[data-from]')
const toEnd = (region: Locator) => region.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)

async function openChat(page: Page, hub: { readonly url: string }) {
  await page.goto(`${hub.url}/ai-chat`)
  await page.getByRole('heading', { name: 'AI Security Assistant' }).waitFor()
}

test('a conversation by keyboard alone: question, answer with its link, new chat (CHAT-01, CHAT-05, CHAT-06, CHAT-14, CHAT-16, CHAT-18, CHAT-19, CHAT-20, CHAT-21, CHAT-22)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'chat@example.org')
  await playAssistant(page, { answer: says('See [the clip](/videos), nothing else.') })
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/ai/chat')) sent.push(request.postDataJSON())
  })
  const loaded = page.waitForRequest('**/v1/chats/latest')
  await openChat(page, hub)
  expect((await loaded).method()).toBe('GET')
  await expect(bubbles(page)).toHaveCount(1)
  await expect(page.getByText('5 chats remaining')).toBeVisible()

  await input(page).focus()
  await page.keyboard.type('Who visited today?')
  await page.keyboard.press('Enter')
  await expect(bubbles(page)).toHaveCount(3)
  await expect(input(page)).toBeFocused()
  await expect(page.getByText('4 chats remaining')).toBeVisible()
  await expect(page.getByText('1 out of 5')).toBeVisible()
  expect(sent).toEqual([{ message: 'Who visited today?', existingChatId: 'chat-1' }])
  for (const stamp of await bubbles(page).locator('time').all()) await expect(stamp).toHaveText(/\d/)

  await page.keyboard.press('Shift+Tab')
  const link = log(page).getByRole('link', { name: 'the clip' })
  await expect(link).toBeFocused()
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  const tab = await opened
  await tab.waitForURL('**/videos')
  expect(await tab.evaluate(() => window.opener)).toBe(null)
  await tab.close()

  await page.getByRole('button', { name: 'New Chat' }).press('Enter')
  await expect(bubbles(page)).toHaveCount(1)
  await expect(bubbles(page)).toContainText('Welcome')
  await expect(page.getByText('4 chats remaining')).toBeVisible()
  await expect(input(page)).toBeFocused()
  await page.keyboard.type('And now?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 chats remaining')).toBeVisible()
  expect(sent.at(-1)).toEqual({ message: 'And now?', existingChatId: 'chat-2' })
  expect(trouble).toEqual([])
})

test('while the assistant thinks it shows so; the next question can be typed but not sent (CHAT-24)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'thinking@example.org')
  const assistant = await playAssistant(page)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  assistant.answer = async (route) => {
    await held
    await route.fulfill({ json: { answer: 'At last.' } })
  }
  await openChat(page, hub)
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect(send).toBeDisabled()
  await input(page).fill('   ')
  await expect(send).toBeDisabled()
  await input(page).fill('Slow?')
  await send.click()
  await expect(input(page)).toBeFocused()
  await expect(log(page).getByText('The assistant is thinking')).toBeAttached()
  await input(page).fill('Next')
  await page.keyboard.press('Enter')
  await expect(send).toBeDisabled()
  await expect(input(page)).toHaveValue('Next')
  letGo()
  await expect(log(page).getByText('At last.')).toBeVisible()
  await expect(log(page).getByText('The assistant is thinking')).toHaveCount(0)
  await expect(send).toBeEnabled()
  await expect(bubbles(page)).toHaveCount(3)
})

test('quick questions fill the input; at 0 everything is disabled and the text says why (CHAT-08, CHAT-12, CHAT-13, CHAT-23)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'limit@example.org')
  await playAssistant(page, { used: 4 })
  await openChat(page, hub)
  const ideas = [/today's motion events/i, /who visited today/i, /security alerts/i, /last hour of footage/i]
  for (const idea of ideas) {
    await page.getByRole('button', { name: idea }).click()
    await expect(input(page)).toHaveValue(idea)
    await expect(input(page)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(
      "You've reached your chat limit for this month. Upgrade to continue chatting with your AI assistant.",
      { exact: true },
    ),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upgrade', exact: true })).toBeFocused()
  await expect(page.getByText('0 chats remaining')).toBeVisible()
  await expect(input(page)).toBeDisabled()
  for (const name of ['Send', 'New Chat', ...ideas]) {
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
  }
})

test('it follows the newest message unless the reader has scrolled up (CHAT-02)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'scroll@example.org')
  const assistant = await playAssistant(page, { messages: longChat })
  await openChat(page, hub)
  await expect(bubbles(page)).toHaveCount(25)
  // As while the edge of the window is dragged: the size changes between any two frames.
  await log(page).evaluate(async (box) => {
    const { style } = document.body
    for (let step = 1; step <= 60; step++) {
      style.width = `${window.innerWidth - 10 * step}px`
      box.style.height = `${100 - step}%`
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  await expect.poll(() => toEnd(log(page))).toBeLessThanOrEqual(1)
  await input(page).fill('One')
  await page.keyboard.press('Enter')
  await expect(bubbles(page)).toHaveCount(27)
  await expect.poll(() => toEnd(log(page))).toBeLessThanOrEqual(1)

  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  assistant.answer = async (route) => {
    await held
    await route.fulfill({ json: { answer: 'While you read on.' } })
  }
  await input(page).fill('Two')
  await page.keyboard.press('Enter')
  await expect(bubbles(page)).toHaveCount(28)
  await log(page).focus()
  await page.keyboard.press('Home')
  await expect.poll(() => log(page).evaluate((box) => box.scrollTop)).toBe(0)
  letGo()
  await expect(bubbles(page)).toHaveCount(29)
  const news = page.getByRole('button', { name: 'New message' })
  await expect(news).toBeVisible()
  expect(await log(page).evaluate((box) => box.scrollTop)).toBe(0)
  await news.click()
  await expect.poll(() => toEnd(log(page))).toBeLessThanOrEqual(1)
  await expect(news).toBeHidden()
})

test('whatever fails, nothing but the message itself tells of it, and it goes out again (CHAT-25, ERR-30)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'failing@example.org')
  const assistant = await playAssistant(page)
  const refuse = (route: Route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken.' } })
  await page.route('**/v1/chats/latest', refuse)
  await page.route('**/v1/chats', refuse)
  await openChat(page, hub)
  await page.getByRole('button', { name: 'New Chat' }).click()
  await expect(page.getByRole('button', { name: 'New Chat' })).toBeEnabled()
  for (const answer of [
    refuse,
    (route: Route) => route.abort('connectionrefused'),
    (route: Route) => route.fulfill({ body: '<html>It works!</html>' }),
  ]) {
    assistant.answer = answer
    const tryAgain = page.getByRole('button', { name: 'Try Again' })
    if (await tryAgain.isVisible()) await tryAgain.click()
    else {
      await input(page).fill('Who came?')
      await page.keyboard.press('Enter')
    }
    await expect(bubbles(page).last()).toContainText('Not sent')
    await expect(bubbles(page).last()).toContainText('Who came?')
    await expect(bubbles(page)).toHaveCount(2)
    await expect(input(page)).toBeFocused()
  }
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.locator('[data-scope="toast"][data-part="root"]')).toHaveCount(0)
  assistant.answer = says('Ann came.')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(bubbles(page)).toHaveCount(3)
  await expect(page.getByText('Not sent')).toHaveCount(0)
})

test('an answer is text: no markup runs, no other scheme becomes a link (X-90)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'hostile@example.org')
  const hostile =
    '<img src=/x onerror="document.title=1"><script>1</script> [a](javascript:alert(1)) [b](data:text/html,x)'
  await playAssistant(page, { messages: [{ role: 'bot', message: hostile }] })
  await openChat(page, hub)
  await expect(bubbles(page).last()).toContainText(hostile)
  await expect(bubbles(page).last().locator('img, script, a')).toHaveCount(0)
  expect(trouble).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in the ${colorScheme} theme it is accessible and never scrolls sideways, long words included (CHAT-02, CHAT-13)`, async ({
    hub,
    openBrowser,
  }) => {
    const page = await openBrowser()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await haveSession(page, hub, `chat-${colorScheme}@example.org`)
    const assistant = await playAssistant(page, {
      messages: [
        { role: 'user', message: 'w'.repeat(300) },
        { role: 'bot', message: `${'long'.repeat(80)} [${'link'.repeat(40)}](/videos/${'a'.repeat(300)})` },
      ],
    })
    for (const used of [0, 5]) {
      assistant.used = used
      await openChat(page, hub)
      await expect(bubbles(page)).toHaveCount(3)
      if (used === 0) {
        assistant.answer = (route) => route.abort('connectionrefused')
        await input(page).fill('Fails')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
      } else await expect(input(page)).toBeDisabled()
      for (const width of [1440, 768, 390, 360]) {
        await page.setViewportSize({ width, height: 800 })
        const isWider = (box: Element) => box.scrollWidth > box.clientWidth
        expect(await page.locator('html').evaluate(isWider), `page at ${width} px`).toBe(false)
        expect(await log(page).evaluate(isWider), `conversation at ${width} px`).toBe(false)
        if (width === 768 || width === 360) continue
        expect(await seriousAxeFaults(page)).toEqual([])
      }
    }
  })
}
