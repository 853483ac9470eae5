/** The parts of s3rver (a Koa application, without types of its own) that the tests use. */
declare module 's3rver' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http'
  import type { AddressInfo } from 'node:net'

  namespace S3rver {
    interface Context {
      readonly req: IncomingMessage
      readonly res: ServerResponse
      status: number
      /** Of the answer. */
      type: string
      body: unknown
      /** Bytes that the answer is said to have. */
      length: number
      /** false: the answer is left to the middleware. */
      respond: boolean
    }
  }

  class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly directory: string
      readonly silent: boolean
      readonly vhostBuckets: boolean
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    /** Koa's list, in the order in which a request goes through it. */
    readonly middleware: ((context: S3rver.Context, next: () => Promise<void>) => Promise<void>)[]
    readonly httpServer: Server
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
  export = S3rver
}
