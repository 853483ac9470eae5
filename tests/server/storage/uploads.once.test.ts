import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { formBody, receiveForm } from '../../../server/storage/uploads'
import { FORM_TYPE, formOf, jpeg } from '../support/forms'

test('a form may have each of its own parts, however many those are, and one of another client (HUB-13)', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `field-${n}`)
  const fieldBytes = Object.fromEntries(names.map((name) => [name, 10]))
  const stager = {
    stage: async (source: Readable) => ({ bytes: await buffer(source), discard: async () => undefined }),
  }
  const hub = fastify()
  hub.register(formBody)
  hub.post('/', async (request) => {
    const form = await receiveForm(request, stager, { part: 'film', maxBytes: 1_000, what: 'The film', fieldBytes })
    return { bytes: form.file.bytes.length, fields: Object.keys(form.fields) }
  })
  const texts = [...names, 'other'].map((name) => ({ name, value: 'x' }))
  const file = { name: 'film', fileName: 'blob', type: 'image/jpeg', bytes: jpeg(200) }
  const headers = { 'content-type': FORM_TYPE }
  const answer = await hub.inject({ method: 'POST', url: '/', headers, payload: formOf([...texts, file]) })
  expect(answer.json()).toEqual({ bytes: 200, fields: names })
})
