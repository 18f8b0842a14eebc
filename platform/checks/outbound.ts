import { isTest, type Source } from './source.ts'

/** Ways to reach the outside, each with the call that its file must also contain. */
const outboundUses: readonly { pattern: RegExp; label: string; guard: RegExp }[] = [
  { pattern: /(?<![\w.])(?:globalThis\.)?fetch\(/, label: 'fetch', guard: /\b(outboundFetch|harmlessFetch)\(/ },
  { pattern: /[=?:]\s*(?:globalThis\.)?fetch\s*[,;)}]/, label: 'fetch', guard: /\b(outboundFetch|harmlessFetch)\(/ },
  {
    pattern: /from ['"](nodemailer|@aws-sdk|undici|axios|got|ssh2)/,
    label: 'a client library',
    guard: /\brequireOutbound\(/,
  },
  { pattern: /from ['"]aws4fetch['"]/, label: 'the S3 client', guard: /\b(outboundHold|requireOutbound)\(/ },
  { pattern: /from ['"]node:(net|tls|dgram|http|https|http2)['"]/, label: 'a socket', guard: /\brequireOutbound\(/ },
  {
    pattern: /import \{[^}]*\b(rm|unlink|rmdir)\b[^}]*\} from ['"]node:fs/,
    label: 'a removal of files',
    guard: /\b(outboundHold|requireOutbound)\(/,
  },
  { pattern: /from ['"]ws['"]/, label: 'a socket', guard: /\brequireOutbound\(/ },
]

/** Files that reach the outside without having to check for quarantine. */
const exemptFiles: Readonly<Record<string, string>> = {
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
  const unguarded = shipped.flatMap(({ path, text }) => {
    const code = text.replaceAll(/^\s*(\/\/|\*|\/\*\*).*$/gm, '').replaceAll(/^import type .*$/gm, '')
    return outboundUses
      .filter(({ pattern, guard }) => pattern.test(code) && !guard.test(code))
      .map(({ label }) => ({ path, label }))
  })
  const violations = unguarded
    .filter(({ path }) => !(path in exemptFiles))
    .map(({ path, label }) => `${path} uses ${label} and does not ask platform/outbound.ts`)
  const unusedExemptions = Object.keys(exemptFiles)
    .filter((path) => path !== 'platform/outbound.ts' && !unguarded.some((entry) => entry.path === path))
    .map((path) => `platform/checks/outbound.ts names ${path}, which opens no way out`)
  return [...new Set([...violations, ...unusedExemptions])]
}
