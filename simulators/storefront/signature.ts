import { createHmac } from 'node:crypto'

/** Shopify's signature of a delivery, over its body. */
export const signDelivery = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('base64')
