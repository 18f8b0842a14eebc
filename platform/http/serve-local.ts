import { serve } from '@hono/node-server'

type App = { fetch: Parameters<typeof serve>[0]['fetch'] }
type Local = { url: string; close(): Promise<void> }

/** Serves an app on a free port of this machine alone, for simulators and tests; `close` also ends calls that hang. */
export function serveLocal({ fetch }: App): Promise<Local> {
  return new Promise((listening) => {
    // Tests look at the answers of this process with the classes that were there before.
    const server = serve({ fetch, overrideGlobalObjects: false, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
      const close = () =>
        new Promise<void>((closed) => {
          server.close(() => closed())
          if ('closeAllConnections' in server) server.closeAllConnections()
        })
      listening({ url: `http://127.0.0.1:${port}`, close })
    })
  })
}
