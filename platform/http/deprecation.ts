import type { AnyOperation, Deprecation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'

/** The page that lists deprecated calls. */
const deprecationsPage = pathTo('/developers/changelog', { hash: 'deprecated' })

/**
 * The response headers of a deprecated call: since when (RFC 9745), until when (RFC 8594) and where to read about it.
 */
export function deprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset && { sunset: new Date(sunset).toUTCString() }),
    link: `<${deprecationsPage}>; rel="deprecation"; type="text/html"`,
  }
}

/** The same in the OpenAPI document. */
export const deprecationOf = ({ deprecated }: Pick<AnyOperation, 'deprecated'>) =>
  deprecated ? { deprecated: true, 'x-deprecation': deprecated } : {}
