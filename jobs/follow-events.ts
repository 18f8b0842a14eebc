import { publishToWebhooks } from '#modules/identity/entry.ts'
import type { Services } from '#platform/open-ctx.ts'
import { outboundHold } from '#platform/outbound.ts'
import { publishEventsJob } from './identity/publish-events.job.ts'
import { openJobCtx } from './worker.ts'

/**
 * Publishes events as soon as they are committed. What a notification misses, the minutely job finds. Returns a function
 * that stops it.
 */
export async function followEvents(services: Services): Promise<() => void> {
  const ctx = openJobCtx(services, publishEventsJob)
  const state = { running: false, again: false }
  async function publish() {
    state.again = true
    if (state.running) return
    state.running = true
    while (state.again && !outboundHold()) {
      state.again = false
      await publishToWebhooks(ctx).catch((error) => services.log.error('events.not_published', error))
    }
    state.running = false
  }
  const wake = () => void publish()
  return services.database.listen('platform_event', wake, wake)
}
