import { isAhead } from '#platform/web/ahead.ts'

/**
 * Whether a person is viewing the page: a browser navigation that is neither a prefetch nor a HEAD request. Link
 * followers (previews, crawlers) and browsers from before 2023 don't send these headers.
 */
export function isVisit({ method, headers }: Request): boolean {
  return method === 'GET' && !isAhead(headers) && headers.get('sec-fetch-mode') === 'navigate'
}
