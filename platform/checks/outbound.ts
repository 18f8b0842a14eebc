import { isTest, type Source } from './source.ts'

/** Ways to reach the outside, each with the call that its file must also contain. */
const ways: readonly { way: RegExp; what: string; asks: RegExp }[] = [
  { way: /(?<![\w.])(?:globalThis\.)?fetch\(/, what: 'fetch', asks: /\b(outboundFetch|harmlessFetch)\(/ },
  { way: /[=?:]\s*(?:globalThis\.)?fetch\s*[,;)}]/, what: 'fetch', asks: /\b(outboundFetch|harmlessFetch)\(/ },
  {
    way: /from ['"](nodemailer|@aws-sdk|undici|axios|got|ssh2)/,
    what: 'a client library',
    asks: /\brequireOutbound\(/,
  },
  { way: /from ['"]aws4fetch['"]/, what: 'the S3 client', asks: /\b(outboundHold|requireOutbound)\(/ },
  { way: /from ['"]node:(net|tls|dgram|http|https|http2)['"]/, what: 'a socket', asks: /\brequireOutbound\(/ },
  {
    way: /import \{[^}]*\b(rm|unlink|rmdir)\b[^}]*\} from ['"]node:fs/,
    what: 'a removal of files',
    asks: /\b(outboundHold|requireOutbound)\(/,
  },
  { way: /from ['"]ws['"]/, what: 'a socket', asks: /\brequireOutbound\(/ },
]

/** Files that reach the outside without having to check for quarantine. */
const harmless: Readonly<Record<string, string>> = {
  'platform/outbound.ts': 'the gate itself',
  'platform/db/embedded.ts': 'the database of this machine, and its folder',
  'platform/db/cluster.ts': 'the folder of the database of this machine',
  'platform/db/binaries.ts': 'unpacked programs of the database',
  'platform/mail/mailbox.ts': 'emails of a development server on its own disk',
  'platform/files/temporary.ts': 'files of this process that have not arrived whole',
  'platform/files/spool.ts': 'files of this process that have not arrived whole',
  'platform/realtime/pass.ts': 'sockets of open pages, to the Centrifugo beside this process',
  'platform/realtime/try-centrifugo.ts': 'the same Centrifugo, to try its key before anyone connects',
  'platform/realtime/upgrade.ts': 'sockets of open pages, which come in',
  'platform/audit/archive-file.ts': 'its own file, where it did not become whole',
  'platform/db/dump.ts': 'its own file, where it did not become whole',
  'platform/backup/store.disk.ts': 'backups, which a restored copy may not write (base.ts)',
  'platform/backup/store.s3.ts': 'the same in a bucket',
  'platform/backup/receive-wal.ts': 'segments of its own spool that are stored',
  'platform/backup/restore.ts': 'the new cluster, where it did not become whole',
  'modules/catalogue/media/upload-store.ts': 'uploads of this process that have not arrived, in its own folder',
  'modules/checkout/payments/gateways/paypal/send.ts': 'the fetch of its connection, which adapter.ts opens',
  'modules/identity/webhooks/resolve-name.ts': 'names of receivers, for transport.ts, which asks first',
  'web/first-admin-link.ts': 'the link for the first Admin, in its own folder',
  'web/pages/developers/guide/events.ts': 'an example for programs of partners, which runs there',
}

/** Browser code calls only our own server. */
const inBrowser =
  /\.(island|shared)\.tsx?$|\.browser\.ts$|^platform\/ui\/|^modules\/learning\/seat-time\/reachable\.ts$|^web\/settings\/|^web\/layouts\/restored\.ts$/

/** Everything that reaches the outside must check for quarantine first (platform/outbound.ts). */
export function checkOutbound(sources: readonly Source[]): string[] {
  const shipped = sources.filter(
    (source) => /^(platform|modules|web|jobs)\//.test(source.path) && !isTest(source) && !inBrowser.test(source.path),
  )
  const open = shipped.flatMap(({ path, text }) => {
    const code = text.replaceAll(/^\s*(\/\/|\*|\/\*\*).*$/gm, '').replaceAll(/^import type .*$/gm, '')
    return ways.filter(({ way, asks }) => way.test(code) && !asks.test(code)).map(({ what }) => ({ path, what }))
  })
  const wrong = open
    .filter(({ path }) => !(path in harmless))
    .map(({ path, what }) => `${path} uses ${what} and does not ask platform/outbound.ts`)
  const idle = Object.keys(harmless)
    .filter((path) => path !== 'platform/outbound.ts' && !open.some((entry) => entry.path === path))
    .map((path) => `platform/checks/outbound.ts names ${path}, which opens no way out`)
  return [...new Set([...wrong, ...idle])]
}
