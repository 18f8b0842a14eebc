import type { KeyObject } from 'node:crypto'
import { port } from './ctx.ts'
import type { Files } from './files/files.ts'
import type { Mailer } from './mail/mail.ts'
import type { Sealer } from './seal.ts'

/** The store of files: course media, uploads, certificates. */
export const filesPort = port<Files>('files')
/** Emails; only jobs send them. */
export const mailPort = port<Mailer>('mail')
/** The key of signed links and keyed hashes. */
export const secretPort = port<string>('secret')
/** The keys of the audit log's seals, by their ids: the present one and those before it. */
export const auditKeysPort = port<ReadonlyMap<string, KeyObject>>('audit-keys')
/** Keeps small secrets unreadable at rest: authenticator secrets, numbers of documents. */
export const sealPort = port<Sealer>('seal')
/** The full address of a path on an organization's site (the default one for null), for emails and QR codes. */
export const siteUrlPort = port<(organizationCode: string | null, path: string) => string>('site-url')
