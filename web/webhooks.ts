import type { Hono } from 'hono'
import type { HttpEnv } from '#platform/http/http-env.ts'
import type { Services } from '#platform/open-ctx.ts'
import { addExamWebhooks } from './exam-webhooks.ts'
import { addGatewayWebhooks } from './gateway-webhooks.ts'
import { addPhoneWebhooks } from './phone-webhooks.ts'
import { addShopifyWebhooks } from './shopify-webhooks.ts'

/** Calls from other services: no session, no organization in the host, and a signature instead of our own pages. */
export function addWebhooks(app: Hono<HttpEnv>, services: Services): void {
  addGatewayWebhooks(app, services)
  addShopifyWebhooks(app, services)
  addExamWebhooks(app, services)
  addPhoneWebhooks(app, services)
}
