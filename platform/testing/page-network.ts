type Network = { fetch: (request: Request) => Promise<Response> }

/**
 * The network of a page in a test of its islands. Import it before them: the API client captures fetch and Request when
 * its module is loaded, and Node's Request cannot resolve relative addresses.
 */
export const network: Network = { fetch: () => Promise.reject(new Error('unset')) }

const Own = globalThis.Request
globalThis.fetch = (request) => network.fetch(request as Request)
globalThis.Request = class extends Own {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, 'http://site.test') : input, init)
  }
}
