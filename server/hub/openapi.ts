import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { type Call, type Schema, tokenRuleOf } from '../../src/contract/call'
import { calls } from '../../src/contract/calls'
import { errorBody } from '../../src/contract/errors'
import { EXTENSIONS_HEADER } from '../../src/contract/extensions'
import { API_PREFIX } from '../../src/contract/limits'
import { LIVE_PATH, LIVE_PROTOCOL } from '../../src/contract/live/live'
import { webhookBodies } from '../../src/contract/notifications/webhook-bodies'
import { API_TOKEN_PREFIX } from '../../src/contract/sign-in/api-tokens'
import { rowOf } from '../../src/contract/wire'

type Json = Record<string, unknown>
type Side = 'input' | 'output'

const DESCRIPTION = [
  `Every call of the hub. The header ${EXTENSIONS_HEADER} of each answer names what it offers beyond the contract.`,
  `Live view is no call of this kind. Players open a camera by WHEP: POST ${API_PREFIX}/cameras/{cameraId}/whep with a bearer token and an offer as application/sdp answers 201 with the answer as application/sdp and a Location, whose DELETE ends it; 409 or 503 say why there is no picture.`,
  `The app's own tabs keep a WebSocket at ${API_PREFIX}${LIVE_PATH}, subprotocol ${LIVE_PROTOCOL}, whose first message holds the access token.`,
].join('\n\n')

/** The contract as an OpenAPI 3.1 document, made from the same schemas that check every request and answer. */
function describeContract(): Json {
  const paths: Record<string, Json> = {}
  for (const [group, members] of Object.entries(calls)) {
    for (const [name, call] of Object.entries<Call>(members)) {
      const path = pathOf(call)
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, `${group}.${name}`, group) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nightjar',
      version: '1',
      description: DESCRIPTION,
    },
    paths,
    webhooks: Object.fromEntries(Object.entries(webhookBodies).map(([type, body]) => [type, webhookOf(type, body)])),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${API_TOKEN_PREFIX}…`,
          description:
            'A token for programs, with the scope that the call names; calls that name none take no such token.',
        },
      },
      schemas: { Error: schemaOf(errorBody, 'output') },
    },
  }
}

/** What the hub calls others with (extension `webhooks`). */
function webhookOf(type: string, body: Schema): Json {
  const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  return {
    post: {
      operationId: type,
      tags: ['webhooks'],
      description:
        'Signed by the Standard Webhooks convention; an answer of 200 to 299 within 10 s is an arrival, 410 ends it.',
      parameters: headers.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
      requestBody: { required: true, content: jsonContent(schemaOf(body, 'output')) },
      responses: { '204': { description: 'Taken' }, '410': { description: 'Nothing more is wanted' } },
    },
  }
}

/** `:name` of the contract is `{name}` here. */
function pathOf({ path }: Call): string {
  return API_PREFIX + path.replaceAll(/:(\w+)/g, '{$1}')
}

function operationOf(call: Call, operationId: string, tag: string): Json {
  const body = bodyOf(call)
  return {
    operationId,
    tags: [tag],
    security: securityOf(call),
    parameters: [...pathParameters(call), ...queryParameters(call), ...(call.signedIn ? [workspaceHeader] : [])],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      [call.status]: { description: 'Success', content: jsonContent(schemaOf(call.answer, 'output')) },
      default: { description: 'Refused', content: jsonContent({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

function securityOf(call: Call): Json[] {
  const rule = tokenRuleOf(call)
  if (!call.signedIn) return []
  return rule === 'none' ? [{ bearer: [] }] : [{ bearer: [] }, { apiToken: [rule] }]
}

const workspaceHeader: Json = {
  name: 'x-workspace-id',
  in: 'header',
  required: false,
  description: 'Workspace to work on; without it, the one of the sign-in.',
  schema: { type: 'string' },
}

function pathParameters({ path }: Call): Json[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
}

function queryParameters({ query }: Call): Json[] {
  if (query === undefined) return []
  const { properties, required } = objectOf(schemaOf(query, 'input'))
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** JSON, or a form with one file part. */
function bodyOf({ body, form }: Call): Json | null {
  if (body !== undefined) return jsonContent(schemaOf(body, 'input'))
  if (form === undefined) return null
  const { properties, required } = objectOf(schemaOf(form.fields, 'input'))
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const schema = {
    type: 'object',
    properties: { ...properties, [form.file]: file },
    required: [...required, form.file],
  }
  return { 'multipart/form-data': { schema } }
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } }
}

const objectSchema = z.object({
  properties: z._default(z.record(z.string(), z.unknown()), {}),
  required: z._default(z.array(z.string()), []),
})

function objectOf(schema: Json): z.infer<typeof objectSchema> {
  return objectSchema.parse(schema)
}

/** A list is described by its rows, which its transform would hide. */
function schemaOf(schema: Schema, io: Side): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const row = rowOf(zodSchema)
      if (row === undefined) return
      jsonSchema.type = 'array'
      jsonSchema.items = schemaOf(row, io)
    },
  })
  return described
}

/** For people and programs that want to call the hub (OPS-12). */
export function openapiRoute(fastify: FastifyInstance): void {
  let document: string | null = null
  fastify.get(`${API_PREFIX}/openapi.json`, async (_request, reply) => {
    document ??= JSON.stringify(describeContract())
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document)
  })
}
