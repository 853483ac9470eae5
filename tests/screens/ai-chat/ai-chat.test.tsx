import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExtensionName } from '../../../src/contract/extensions'
import AiChatScreen from '../../../src/screens/ai-chat'
import { extensionsAtom } from '../../../src/state/http/extensions'
import { NARROW } from '../../../src/ui/layout/mobile-device'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { show } from '../../support/render'
import { answers, answers500, only, slow, withoutExtensions } from '../../support/scenarios'

const LIMIT_TEXT = "You've reached your chat limit for this month. Upgrade to continue chatting with your AI assistant."

const noUsage = { used: 0, total: 5, percentage: 0 }
const playUsage = (used: number, total = 5) =>
  app.backend.play(
    only(
      'GET /workspaces/usage',
      answers(200, {
        storage: noUsage,
        notifications: noUsage,
        cameras: noUsage,
        aiChats: { ...noUsage, used, total },
      }),
    ),
  )
const playLatest = (...chatMessages: object[]) =>
  app.backend.play(only('GET /chats/latest', answers(200, { id: 'chat-1', workspaceId: 'w', chatMessages })))
const playAnswer = (answer: string) => app.backend.play(only('POST /ai/chat', answers(200, { answer })))

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  playUsage(0)
  playLatest()
  playAnswer('Nobody came.')
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await app.close()
})

async function open() {
  show(
    <Provider store={app.store}>
      <AiChatScreen />
    </Provider>,
  )
  await act(() => app.settle())
}

const log = () => screen.getByRole('log', { name: 'Conversation' })
const bubbles = () => [...log().querySelectorAll<HTMLElement>('li[data-from]')]
const saidBy = (bubble: HTMLElement | undefined) => bubble?.dataset['from']
const input = () => screen.getByPlaceholderText<HTMLInputElement>('Ask about your security footage...')
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const questions = () =>
  within(screen.getByText('Quick Questions').closest('div')?.parentElement ?? document.body)
    .getAllByRole<HTMLButtonElement>('button')
    .filter((found) => found.textContent !== '')

async function type(text: string) {
  await userEvent.type(input(), text)
  await act(() => app.settle())
}

describe('the screen', () => {
  it('has Quick Questions above the input in narrow windows, once (FACE-13, CHAT-08)', async () => {
    const list = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }
    vi.stubGlobal('matchMedia', (query: string) => ({ ...list, matches: query === NARROW }))
    await open()
    const strip = screen.getByRole('group', { name: 'Quick Questions' })
    expect(screen.queryByRole('heading', { name: 'Quick Questions' })).toBeNull()
    const [first] = within(strip).getAllByRole('button')
    expect(strip.compareDocumentPosition(input()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await userEvent.click(first ?? strip)
    expect([input().value, document.activeElement]).toEqual([first?.textContent, input()])
  })

  it('has its heading, and a greeting alone where there is no chat (CHAT-01, CHAT-03)', async () => {
    await open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('AI Security Assistant')
    expect(bubbles().map(saidBy)).toEqual(['bot'])
    // Whoever looks for the screen by its title finds one.
    expect(screen.getAllByText(/AI Security Assistant/i)).toHaveLength(1)
  })

  it('shows user and bot bubbles, each with a time stamp (CHAT-02)', async () => {
    playLatest(
      { role: 'user', message: 'Who came?', timestamp: '2026-03-10T08:00:00.000Z' },
      { role: 'bot', message: 'Ann.', timestamp: '2026-03-10T08:01:00.000Z' },
    )
    await open()
    expect(bubbles().map(saidBy)).toEqual(['bot', 'user', 'bot'])
    const stamps = bubbles().map((bubble) => bubble.querySelector('time'))
    expect(stamps.map((stamp) => stamp?.dateTime.slice(11, 16))).toEqual(['08:00', '08:00', '08:01'])
    expect(stamps.every((stamp) => /\d/.test(stamp?.textContent ?? ''))).toBe(true)
  })

  it('stamps a message of today with its time, and one of another day with its date, too (CHAT-02)', async () => {
    const now = new Date()
    const lastYear = new Date(now.getFullYear() - 1, 5, 1, 8).toISOString()
    playLatest(
      { role: 'user', message: 'Then', timestamp: lastYear },
      { role: 'user', message: 'Now', timestamp: now.toISOString() },
    )
    await open()
    const [then, today] = bubbles()
      .slice(1)
      .map((bubble) => bubble.querySelector('time')?.textContent)
    expect(then).toContain(String(now.getFullYear() - 1))
    expect(today).toMatch(/^\d+:\d\d(\s[AP]M)?$/)
  })

  it('calls no chats used while how many is on its way (CHAT-10, X-14)', async () => {
    playUsage(7, 30)
    const line = slow()
    app.backend.play(only('GET /workspaces/usage', line.scenario))
    show(
      <Provider store={app.store}>
        <AiChatScreen />
      </Provider>,
    )
    await act(() => line.arrived())
    const used = () => screen.queryByRole('progressbar', { name: 'Chats used' })?.getAttribute('aria-valuetext')
    const before = used()
    line.letGo()
    await act(() => app.settle())
    expect([before, used()]).toEqual([undefined, '7 out of 30'])
  })

  it('has a badge of the chats that remain, and those used out of 5 (CHAT-07, CHAT-10, CHAT-26)', async () => {
    playUsage(2)
    await open()
    expect(screen.getByText('3 chats remaining')).toBeDefined()
    expect(screen.getByText('2 out of 5')).toBeDefined()
  })

  it("has the plan's number in the place of 5, and the hub's count, which New Chat leaves (CHAT-10, X-14)", async () => {
    playUsage(7, 30)
    await open()
    for (const _ of ['before', 'after New Chat']) {
      expect([screen.queryByText('23 chats remaining'), screen.queryByText('7 out of 30')]).not.toContain(null)
      expect(screen.queryByText(/of 5$|PRO/)).toBeNull()
      await userEvent.click(button('New Chat'))
      await act(() => app.settle())
    }
  })

  it('has three fixed hours of video analysis, and samples with relative times that no call feeds, where the provider invites none (CHAT-09, CHAT-11, X-13)', async () => {
    app.backend.play(withoutExtensions)
    await open()
    expect(screen.getByText('Sample')).toBeDefined()
    expect(screen.getByText('Video analysis').parentElement?.textContent).toBe('Video analysis3 hours')
    expect(screen.getByText('Recent Events')).toBeDefined()
    expect(screen.getAllByText(/^(PERSON|MOTION|ALERT)$/).length).toBe(3)
    expect(screen.getAllByText(/^(just now|\d+ (minute|hour|day)s? ago)$/).length).toBe(3)
    expect(app.backend.sentTo('GET /notifications')).toEqual([])
  })
})

describe('video analysis', () => {
  const playLength = (recordedMs: number) =>
    app.backend.play(only('GET /workspaces/usage', answers(200, { aiChats: noUsage, recordedMs })))
  const shown = () => screen.getByText('Video analysis').parentElement?.textContent

  it.each([
    [0, '0 hours'],
    [20 * 60_000, '20 minutes'],
    [2.5 * 3_600_000, '2.5 hours'],
  ])('is how long %i ms of recordings are, where the provider tells (FACT-10)', async (recordedMs, text) => {
    playLength(recordedMs)
    await open()
    act(() => app.store.set(extensionsAtom, new Set<ExtensionName>(['facts'])))
    expect(shown()).toBe(`Video analysis${text}`)
  })

  it('stays the fixed number where it does not (CHAT-11)', async () => {
    playLength(20 * 60_000)
    await open()
    expect(shown()).toBe('Video analysis3 hours')
  })
})

describe('the input', () => {
  it('sends by Enter and by the button, empties, and keeps the focus (CHAT-04, CHAT-05)', async () => {
    await open()
    await type('One{Enter}')
    expect(document.activeElement).toBe(input())
    await type('Two')
    fireEvent.click(button('Send'))
    await act(() => app.settle())
    expect(app.backend.sentTo('POST /ai/chat').map(({ json }) => (json as { message: string }).message)).toEqual([
      'One',
      'Two',
    ])
    expect(bubbles().map(saidBy)).toEqual(['bot', 'user', 'bot', 'user', 'bot'])
    expect(input().value).toBe('')
    expect(document.activeElement).toBe(input())
    expect(screen.getByText('3 chats remaining')).toBeDefined()
  })

  it('sends nothing while it is blank (CHAT-24)', async () => {
    await open()
    expect(button('Send').disabled).toBe(true)
    await type('   {Enter}')
    expect(button('Send').disabled).toBe(true)
    expect(app.backend.sentTo('POST /ai/chat')).toEqual([])
    await type('x')
    expect(button('Send').disabled).toBe(false)
  })

  it('takes a quick question by a click, and the focus with it (CHAT-08)', async () => {
    await open()
    const filled = questions().map((question) => {
      fireEvent.click(question)
      return input().value
    })
    expect(filled.length).toBe(4)
    for (const [place, idea] of [
      /today's motion events/,
      /who visited today/i,
      /security alerts/,
      /last hour/,
    ].entries())
      expect(filled[place]).toMatch(idea)
    expect(document.activeElement).toBe(input())
    expect(app.backend.sentTo('POST /ai/chat')).toEqual([])
  })
})

describe('with no chats left', () => {
  it('input and buttons are disabled, and the text says why (CHAT-12, CHAT-13, X-15)', async () => {
    playUsage(5)
    await open()
    expect(screen.getByText(LIMIT_TEXT)).toBeDefined()
    expect([input(), button('Send'), button('New Chat'), ...questions()].map(({ disabled }) => disabled)).toEqual(
      Array(7).fill(true),
    )
    expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/billing')
  })

  it('a message that was not sent is not sent again, either (CHAT-12)', async () => {
    app.backend.play(only('POST /ai/chat', answers(402, { code: 'chats-spent', message: 'No more.' })))
    await open()
    await type('Who came?{Enter}')
    expect(button('Try Again').disabled).toBe(true)
  })

  it('the last message leads the focus on to what can still be done (CHAT-07, CHAT-23)', async () => {
    playUsage(4)
    await open()
    expect(screen.getByText('1 chats remaining')).toBeDefined()
    expect(screen.queryByText(LIMIT_TEXT)).toBeNull()
    await type('The last one{Enter}')
    expect(screen.getByText(LIMIT_TEXT)).toBeDefined()
    expect(input().disabled).toBe(true)
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Upgrade' }))
  })
})

describe('an answer', () => {
  it('shows its links as links that open in a new tab (CHAT-14)', async () => {
    playAnswer('See [the clip](/v1/media/1.webm).')
    await open()
    await type('Who came?{Enter}')
    const link = within(log()).getByRole<HTMLAnchorElement>('link', { name: 'the clip' })
    expect([link.getAttribute('href'), link.target, link.rel]).toEqual([
      '/v1/media/1.webm',
      '_blank',
      'noopener noreferrer',
    ])
    expect(bubbles().at(-1)?.textContent).toContain('See the clip.')
  })

  it('is text in all else: no markup, and no link with another scheme (X-90)', async () => {
    const evil = '<img src=x onerror=alert(1)> <b>bold</b> [x](javascript:alert(1)) ![i](data:image/png;base64,AA)'
    playAnswer(evil)
    await open()
    await type('Who came?{Enter}')
    const bubble = bubbles().at(-1)
    expect(bubble?.textContent).toContain(evil)
    expect(bubble?.querySelectorAll('img, b, a').length).toBe(0)
  })

  it('makes no links of what the user wrote (CHAT-14)', async () => {
    await open()
    await type('[[a](https://a.example){Enter}')
    expect(within(log()).queryByRole('link')).toBeNull()
    expect(within(log()).getByText('[a](https://a.example)')).toBeDefined()
  })

  it('is awaited with a typing indicator, and read out, while a loaded chat is not', async () => {
    const line = slow()
    app.backend.play(only('POST /ai/chat', line.scenario))
    await open()
    expect(log().getAttribute('aria-live')).toBe('off')
    await userEvent.type(input(), 'Who came?{Enter}')
    await act(() => line.arrived())
    expect(screen.getByText('The assistant is thinking')).toBeDefined()
    expect(log().getAttribute('aria-live')).toBe('polite')
    line.letGo()
    await act(() => app.settle())
    expect(screen.queryByText('The assistant is thinking')).toBeNull()
    expect(bubbles().at(-1)?.textContent).toContain('Nobody came.')
  })
})

describe('failures', () => {
  it('of a send show no alert: the text stays, with Try Again (CHAT-25)', async () => {
    await open()
    const stop = app.backend.play(only('POST /ai/chat', answers500))
    await type('Who came?{Enter}')
    expect(app.toasts).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(bubbles().at(-1)?.textContent).toContain('Who came?')
    stop()
    fireEvent.click(button('Try Again'))
    await act(() => app.settle())
    expect(screen.queryByText('Try Again')).toBeNull()
    expect(bubbles().map(saidBy)).toEqual(['bot', 'user', 'bot'])
    expect(document.activeElement).toBe(input())
  })

  it('of the start leave the greeting, and the chat goes on (CHAT-25)', async () => {
    app.backend.play(only('GET /chats/latest', answers500))
    app.backend.play(only('GET /workspaces/usage', answers500))
    await open()
    expect(screen.getByText('5 chats remaining')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    await type('Who came?{Enter}')
    expect(bubbles().map(saidBy)).toEqual(['bot', 'user', 'bot'])
  })
})

it('New Chat leaves a welcome message and 4 chats, with the focus in the input (CHAT-06, CHAT-20, CHAT-21)', async () => {
  playLatest({ role: 'user', message: 'Old' }, { role: 'bot', message: 'Older' })
  app.backend.play(only('POST /chats', answers(201, { id: 'chat-2' })))
  await open()
  fireEvent.click(button('New Chat'))
  await act(() => app.settle())
  expect(bubbles().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Welcome to a new chat')])
  expect(screen.getByText('4 chats remaining')).toBeDefined()
  expect(screen.getByText('1 out of 5')).toBeDefined()
  expect(document.activeElement).toBe(input())
})

it('says that the latest chat is not here yet, rather than that there is none, and reads it again (CHAT-25, UI-03)', async () => {
  playLatest({ id: 'm1', role: 'user', content: 'Who came?', timestamp: '2026-03-10T11:05:00Z' })
  const undo = app.backend.play(only('GET /chats/latest', answers500))
  holdTimers()
  await open()
  expect(screen.queryByText('Your latest chat is not here yet.')).toBeNull()
  // The retries come after 1, 2 and 4 seconds.
  await act(() => pass(app, 7_500))
  expect(within(log()).getByText('Your latest chat is not here yet.')).toBeDefined()
  undo()
  fireEvent.click(button('Try Again'))
  await act(() => app.settle())
  expect(within(log()).getByText('Who came?')).toBeDefined()
  expect(screen.queryByText('Your latest chat is not here yet.')).toBeNull()
})
