import type { Page } from '@playwright/test'
import { z } from 'zod'

const answerShape = z.array(z.object({ id: z.string(), email: z.string() }))

const TRIES = 10

/** A call of the API as the page's user, whose page renews a token that is over by itself; the people that it answers. */
export async function callInPage(page: Page, method: string, path: string, body?: object) {
  const answer = await page.evaluate(
    async ({ given, tries }) => {
      let text = ''
      for (let attempt = 0; attempt < tries; attempt++) {
        const response = await fetch(`/v1${given.path}`, {
          method: given.method,
          headers: {
            authorization: `Bearer ${localStorage.getItem('token')}`,
            'x-workspace-id': localStorage.getItem('workspaceId') ?? '',
            ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
        })
        text = await response.text()
        if (response.ok) return text
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      throw new Error(`${given.method} ${given.path}: ${text}`)
    },
    { given: { method, path, body }, tries: TRIES },
  )
  const read = answerShape.safeParse(answer === '' ? null : JSON.parse(answer))
  return read.success ? read.data : []
}
