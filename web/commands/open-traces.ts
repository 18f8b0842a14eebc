import { hostname } from 'node:os'
import type { Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'
import { setTracer } from '#platform/traces/traced.ts'
import { productVersion } from '#platform/version.ts'

/** Records traces if the settings name a receiver; the returned function sends the remaining ones. */
export async function openTraces(env: Env, log: Log): Promise<() => Promise<void>> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return async () => {}
  const { openOtlpTracer } = await import('#platform/traces/otlp.ts')
  const tracer = openOtlpTracer({
    endpoint,
    headers: Object.fromEntries(env.OTEL_EXPORTER_OTLP_HEADERS),
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    resource: {
      'service.name': env.OTEL_SERVICE_NAME,
      'service.version': await productVersion,
      'service.instance.id': `${hostname()}:${env.PORT}`,
      'waypost.role': env.ROLE,
    },
    log,
  })
  setTracer(tracer)
  return async () => {
    setTracer(null)
    await tracer.close()
  }
}
