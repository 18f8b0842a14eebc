import { publishToWebhooks } from '#modules/identity/entry.ts'
import type { Services } from '#platform/open-ctx.ts'
import { outboundHold } from '#platform/outbound.ts'
import type { Worker } from '#platform/queue/worker.ts'
import { publishEventsJob } from './identity/publish-events.job.ts'
import { openJobCtx } from './worker.ts'

/**
 * Publishes events as soon as they are committed. The minutely job publishes events whose notification was missed.
 * Returns a function that stops it and waits for a running publishing.
 */
async function followEvents(services: Services): Promise<() => Promise<void>> {
  const ctx = openJobCtx(services, publishEventsJob)
  const abort = new AbortController()
  const state = { isDueAgain: false, isRunning: false, last: Promise.resolve() }
  async function publish() {
    while (state.isDueAgain && !abort.signal.aborted && !outboundHold()) {
      state.isDueAgain = false
      await publishToWebhooks(ctx, abort.signal).catch((error) => services.log.error('events.not_published', error))
    }
    state.isRunning = false
  }
  const wake = () => {
    state.isDueAgain = true
    if (state.isRunning) return
    state.isRunning = true
    state.last = publish()
  }
  const unfollow = await services.database.listen('platform_event', wake, wake)
  return async () => {
    unfollow()
    abort.abort()
    await state.last
  }
}

/** Starts a worker that also follows events, because both need the schema of this release and end together. */
export async function startFollowing(services: Services, start: () => Promise<Worker>): Promise<Worker> {
  const worker = await start()
  try {
    const unfollow = await followEvents(services)
    return {
      drain: async () => void (await Promise.all([unfollow(), worker.drain()])),
      stop: async () => void (await Promise.all([unfollow(), worker.stop()])),
    }
  } catch (error) {
    await worker.stop()
    throw error
  }
}
