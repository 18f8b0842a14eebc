import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { errors } from '#platform/errors.ts'
import { plainResponse } from '#platform/http/headers.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'

/** The packages of the partners' clients that the build writes; both names contain the version of the package. */
export const clientPackages = {
  npm: 'waypost-client-1.0.0.tgz',
  python: 'waypost_client-1.0.0-py3-none-any.whl',
} as const

/** The addresses of the packages begin with this. */
export const packagesPath = '/developers/packages/'

const types: Readonly<Record<string, string>> = {
  [clientPackages.npm]: 'application/gzip',
  [clientPackages.python]: 'application/zip',
}

/** The packages, so that `npm install` and `pip install` take them from the site. Requires the request's `ctx`. */
export function clientPackageRoutes(folder = join('dist', 'packages')): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get(`${packagesPath}:file`, async (c) => {
    const name = c.req.param('file')
    const type = types[name]
    await c.get('ctx').admit('export')
    // A server without a build has none.
    const bytes = type ? await readFile(join(folder, name)).catch(() => null) : null
    if (!type || !bytes) throw errors.notFound()
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=3600' }
    return plainResponse(c, new Uint8Array(bytes), 200, headers)
  })
  return app
}
