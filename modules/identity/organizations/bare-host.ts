import type { Ctx } from '#platform/ctx.ts'
import { siteUrlPort } from '#platform/ports.ts'

/**
 * Whether the request came to the address without an organization's code. Links of emails lead where someone's session and
 * cart are; both addresses are of the configuration, so that no request chooses another one.
 */
export const isBareHost = (ctx: Ctx): boolean => ctx.request?.origin === ctx.use(siteUrlPort)(null, '')
