import { setTimeout as sleep } from 'node:timers/promises'
import { type Sessions, statusOf } from './readers.ts'

type Load = {
  /** Continues for this many milliseconds. */
  goOn(ms: number): Promise<void>
  stop(): Promise<{ requests: number; failed: string[] }>
}

const reads = ['/courses/search', '/course/details/1001', '/', '/settings', '/api/user/getCurrentUser']

/** Each reader reads pages and puts a course into the cart, over and over; a 5xx or a lost connection is a failure. */
export function openLoad(port: number, sessions: Sessions): Load {
  let isOver = false
  let requests = 0
  const failed: string[] = []
  const count = async (what: string, status: Promise<number>) => {
    const outcome = await status.catch((error: Error) => `${error.message} ${error.cause ?? ''}`)
    requests += 1
    if (typeof outcome !== 'number' || outcome >= 500) failed.push(`${what}: ${outcome}`)
  }
  const reader = async (authorization: string) => {
    while (!isOver) {
      for (const address of reads) await count(address, statusOf(port, address, authorization))
      await count('addToCart', addToCart(port, authorization))
    }
  }
  const currentRun = [...sessions.values()].map(reader)
  return {
    goOn: (ms) => sleep(ms),
    async stop() {
      isOver = true
      await Promise.all(currentRun)
      return { requests, failed }
    },
  }
}

async function addToCart(port: number, authorization: string): Promise<number> {
  const origin = `http://localhost:${port}`
  const headers = { 'content-type': 'application/json', origin, ...(authorization && { authorization }) }
  const body = '{"course_website_id":1001}'
  const response = await fetch(`${origin}/api/cart/addToCart`, { method: 'POST', headers, body })
  await response.body?.cancel()
  return response.status
}
