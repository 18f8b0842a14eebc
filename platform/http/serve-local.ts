import { serve } from '@hono/node-server'

type App = { fetch: Parameters<typeof serve>[0]['fetch'] }
type Local = { url: string; close(): Promise<void> }

/** Serves an app on a free local port, for simulators and tests; `close` also ends hanging calls. */
export function serveLocal({ fetch }: App): Promise<Local> {
  return new Promise((listening) => {
    // Tests compare responses with the original global classes.
    const server = serve({ fetch, overrideGlobalObjects: false, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
      const close = () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve())
          if ('closeAllConnections' in server) server.closeAllConnections()
        })
      listening({ url: `http://127.0.0.1:${port}`, close })
    })
  })
}
