import type { IncomingMessage, Server } from 'node:http'
import { readCookie, resolveOrganization, resolveSession } from '#modules/identity/entry.ts'
import { addressBlock, lastAddress } from '#platform/http/caller.ts'
import { openRateLimiter } from '#platform/http/rate.ts'
import type { Services } from '#platform/open-ctx.ts'
import type { Rate } from '#platform/rate-class.ts'
import { selectEpoch, startDelivery } from '#platform/realtime/deliver.ts'
import { openHub } from '#platform/realtime/hub.ts'
import { passSocketsTo } from '#platform/realtime/pass.ts'
import { type RealtimeTokens, realtimePort, socketUser } from '#platform/realtime/tokens.ts'
import { type AdmitSocket, type LimitNetwork, listenForSockets, serveSockets } from '#platform/realtime/upgrade.ts'
import type { Site } from './context.ts'
import { domainsOf } from './own-domains.ts'
import { findVisitedHost } from './visited-host.ts'

export type Realtime = {
  serve(listener: Server): void
  /** Sockets of open pages in this process; those passed to Centrifugo are Centrifugo's. */
  countSockets(): number
  closeSockets(): void
  stop(): Promise<void>
}

/** The sockets of open pages: served by a hub in this process, or passed to Centrifugo if its address is configured. */
export async function openRealtime(services: Services, site: Site, centrifugoUrl?: string): Promise<Realtime> {
  const admit = admitSocket(services, site)
  const rates = openRateLimiter(() => performance.now())
  const limitNetwork: LimitNetwork = (request) => {
    const network = networkOf(request, site)
    return rates.admits(socketRate, network) ? null : rates.wait(socketRate, network)
  }
  const tokens = services.ports.get(realtimePort.port) as RealtimeTokens
  if (centrifugoUrl) {
    const { take, close } = passSocketsTo({ url: centrifugoUrl, tokens, log: services.log })
    return {
      serve: (listener) => listenForSockets(listener, { admit, take, limitNetwork }),
      countSockets: () => 0,
      closeSockets: close,
      stop: async () => {},
    }
  }
  const { database, log } = services
  const hub = openHub({ tokens, epoch: await selectEpoch(database) })
  const stop = await startDelivery(database, hub, log)
  return {
    serve: (listener) => listenForSockets(listener, { admit, take: serveSockets(hub), limitNetwork }),
    countSockets: hub.size,
    closeSockets: hub.close,
    stop,
  }
}

/** Each page opens one socket, and a whole class may share one address. */
const socketRate: Rate = { name: 'socket', perMinute: 1_200, burst: 600 }

function networkOf({ headers, socket }: IncomingMessage, { trustProxy }: Site): string {
  const forwarded = trustProxy ? headers['x-forwarded-for']?.toString() : undefined
  return addressBlock(lastAddress(forwarded, socket.remoteAddress))
}

/** Admits a socket only for a live session: a token of an ended session opens none. */
function admitSocket(services: Services, site: Site): AdmitSocket {
  const { database, clock } = services
  return async (headers) => {
    const bearer = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
    const reference = bearer ?? readCookie(site.baseUrl.origin, headers.get('cookie') ?? undefined)
    if (!reference) return null
    const host = await findVisitedHost(headers.get('host') ?? '', site.baseUrl, domainsOf(services))
    const organization = host && (await resolveOrganization(database.read, host.code))
    if (!organization) return null
    const sql = database.read.within(organization.scope)
    const visitor = { sql, unscoped: { sql: database.read }, now: clock.now(), organization }
    const session = await resolveSession(visitor, reference)
    return session && socketUser(session.actor)
  }
}
