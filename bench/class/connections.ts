import { type Connection, type LoadRequest, openConnection, requestText } from '#bench/load.ts'

/** Less than the server's timeout for idle connections. */
const idleMs = 3_000

export type Send = (request: LoadRequest) => Promise<string>

/** Keep-alive connections to a server, as a proxy in front of it holds them: as many as are needed at once. */
export function openConnections(port: number): { send: Send; close: () => void } {
  const idle: { connection: Connection; since: number }[] = []
  const all = new Set<Connection>()

  async function send(request: LoadRequest): Promise<string> {
    const connection = takeIdle() ?? (await open())
    const answer = await connection.send(requestText(request))
    // The text is in the connection's buffer, which the next response overwrites.
    const text = answer.text()
    idle.push({ connection, since: performance.now() })
    if (answer.status !== 200)
      throw new Error(`${request.path} answered ${answer.status}: ${bodyOf(text).slice(0, 300)}`)
    return text
  }

  /** Uses the most recently used connection. Connections of a busy moment are closed before the server closes them. */
  function takeIdle(): Connection | undefined {
    const oldest = performance.now() - idleMs
    while (idle[0] && idle[0].since < oldest) {
      const { connection } = idle.shift()!
      connection.close()
      all.delete(connection)
    }
    return idle.pop()?.connection
  }

  async function open(): Promise<Connection> {
    const connection = await openConnection(port)
    all.add(connection)
    return connection
  }

  function close(): void {
    for (const connection of all) connection.close()
  }
  return { send, close }
}

export const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4)
