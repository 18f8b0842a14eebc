import { type AddressInfo, createServer, type Socket } from 'node:net'

/** `END` is the reply to the email itself; 'drop' closes the connection instead of replying. */
type Step = 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'END'

type ReceivedEmail = { from: string; to: string[]; content: string }
export type SmtpServer = {
  url: string
  received: ReceivedEmail[]
  /** Every command line that clients sent, in order. */
  commands: string[]
  /** The reply when this step is reached next. */
  replyOnce(step: Step, reply: string): void
  close(): Promise<void>
}

const usualReplies: Record<Step, string> = {
  EHLO: '250-mail.test\r\n250-AUTH PLAIN\r\n250 8BITMIME',
  AUTH: '235 2.7.0 welcome',
  MAIL: '250 2.1.0 ok',
  RCPT: '250 2.1.5 ok',
  DATA: '354 go on',
  END: '250 2.0.0 taken',
}

/** A mail server on a free local port that accepts every email unless told otherwise. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: ReceivedEmail[] = []
  const commands: string[] = []
  const script: [Step, string][] = []
  const sockets = new Set<Socket>()
  const replyTo = (step: Step) => {
    const place = script.findIndex(([scripted]) => scripted === step)
    return place < 0 ? usualReplies[step] : script.splice(place, 1)[0]![1]
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse(socket, replyTo, commands, received)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    commands,
    replyOnce: (step, reply) => void script.push([step, reply]),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function converse(socket: Socket, replyTo: (step: Step) => string, commands: string[], received: ReceivedEmail[]) {
  let email: ReceivedEmail = { from: '', to: [], content: '' }
  let reading = false
  let unread = ''
  const respond = (reply: string) => (reply === 'drop' ? socket.destroy() : socket.write(`${reply}\r\n`))
  const obey = (line: string) => {
    commands.push(line)
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'QUIT') return socket.end('221 bye\r\n')
    if (!(verb in usualReplies)) return respond(verb === 'RSET' ? '250 ok' : '502 unknown')
    const reply = replyTo(verb as Step)
    const address = /<(.*?)>/.exec(line)?.[1] ?? ''
    if (verb === 'MAIL') email = { from: address, to: [], content: '' }
    if (verb === 'RCPT' && reply.startsWith('250')) email.to.push(address)
    reading = verb === 'DATA' && reply.startsWith('354')
    return respond(reply)
  }
  const finish = (content: string) => {
    reading = false
    const reply = replyTo('END')
    if (reply.startsWith('250')) received.push({ ...email, content })
    respond(reply)
  }
  respond('220 mail.test ESMTP')
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    unread += chunk.toString('utf8')
    for (
      let end = unread.indexOf(reading ? '\r\n.\r\n' : '\r\n');
      end >= 0;
      end = unread.indexOf(reading ? '\r\n.\r\n' : '\r\n')
    ) {
      const part = unread.slice(0, end)
      unread = unread.slice(end + (reading ? 5 : 2))
      if (reading) finish(part)
      else obey(part)
    }
  })
}
