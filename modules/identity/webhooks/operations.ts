import { fetchDeliveries, fetchDelivery, sendDeliveryAgain } from './deliveries.ts'
import {
  createWebhook,
  endWebhook,
  fetchWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  saveWebhook,
  testWebhook,
} from './endpoints.ts'
import { listEvents } from './list-events.ts'

export const webhookOperations = [
  listEvents,
  fetchWebhooks,
  createWebhook,
  saveWebhook,
  rotateWebhookSecret,
  testWebhook,
  pauseWebhook,
  resumeWebhook,
  endWebhook,
  fetchDeliveries,
  fetchDelivery,
  sendDeliveryAgain,
]
