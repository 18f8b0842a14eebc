/**
 * Whether someone looks at a page: their browser goes there, neither ahead of them nor for its head alone. What only
 * follows links (a preview, a crawler) and browsers of before 2023 do not say so.
 */
export function isVisit({ method, headers }: Request): boolean {
  const ahead = headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz') ?? ''
  return method === 'GET' && ahead === '' && headers.get('sec-fetch-mode') === 'navigate'
}
