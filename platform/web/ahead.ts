/**
 * Whether a browser requests a page before its person has asked for it (a prefetch, or a page drawn ahead). Browsers
 * from before 2023 don't send `Sec-Purpose`.
 */
export const isAhead = (headers: Headers): boolean =>
  (headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz') ?? '') !== ''
