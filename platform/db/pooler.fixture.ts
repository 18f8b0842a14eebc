import { connect, createServer, type Socket } from 'node:net'

/**
 * A transaction-mode pooler with one server connection: the first client signs in, every later one is told it is signed
 * in, and all messages go to the same session.
 */
export async function openPooler(url: string) {
  const { hostname, port, pathname, username, password } = new URL(url)
  const backend = connect(Number(port), hostname)
  const clients: Socket[] = []
  let current: Socket | undefined
  backend.on('data', (chunk) => current?.write(chunk))
  const server = createServer((client) => {
    const first = clients.push(client) === 1
    let greeted = first
    client.on('error', () => {})
    client.on('data', (message) => {
      if (!greeted) {
        greeted = true
        client.write(welcome)
      } else if (message[0] !== terminate) {
        current = client
        backend.write(message)
      }
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address() as { port: number }
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${address.port}${pathname}`,
    close() {
      for (const client of clients) client.destroy()
      backend.destroy()
      server.close()
    },
  }
}

const terminate = 'X'.charCodeAt(0)
/** AuthenticationOk, then ReadyForQuery. */
const welcome = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73])
