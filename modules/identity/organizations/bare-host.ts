import type { Ctx } from '#platform/ctx.ts'
import { siteUrlPort } from '#platform/ports.ts'

/**
 * Whether the request came to the address without an organization's code. Email links lead to the address with the
 * person's session and cart; both addresses come from the configuration, so no request can choose another one.
 */
export const isBareHost = (ctx: Ctx): boolean => ctx.request?.origin === ctx.use(siteUrlPort)(null, '')
