import { type Ask, type Connection, openConnection, requestText } from '../load.ts'

export type Send = (ask: Ask) => Promise<string>

/** Keep-alive connections to a server, as a proxy in front of it holds them: as many as are needed at once. */
export function openConnections(port: number): { send: Send; close: () => void } {
  const idle: Connection[] = []
  const all: Connection[] = []

  async function send(ask: Ask): Promise<string> {
    const connection = idle.pop() ?? (await open())
    const answer = await connection.send(requestText(ask))
    // The text lies in the connection's buffer, which its next answer fills again.
    const text = answer.text()
    idle.push(connection)
    if (answer.status !== 200) throw new Error(`${ask.path} answered ${answer.status}: ${bodyOf(text).slice(0, 300)}`)
    return text
  }

  async function open(): Promise<Connection> {
    const connection = await openConnection(port)
    all.push(connection)
    return connection
  }

  function close(): void {
    for (const connection of all) connection.close()
  }
  return { send, close }
}

export const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4)
