/**
 * Whether a person is viewing the page: a browser navigation that is neither a prefetch nor a HEAD request. Link
 * followers (previews, crawlers) and browsers from before 2023 don't send these headers.
 */
export function isVisit({ method, headers }: Request): boolean {
  const ahead = headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz') ?? ''
  return method === 'GET' && ahead === '' && headers.get('sec-fetch-mode') === 'navigate'
}
