import type { KeyObject } from 'node:crypto'
import { port } from './ctx.ts'
import type { Files } from './files/files.ts'
import type { Mailer } from './mail/mail.ts'
import type { Sealer } from './seal.ts'

/** The file store: course media, uploads, certificates. */
export const filesPort = port<Files>('files')
/** Emails; only jobs send them. */
export const mailPort = port<Mailer>('mail')
/** Derives the keys of signed links and keyed hashes. */
export const secretPort = port<string>('secret')
/** The keys of the audit log's seals by id: the current one and former ones. */
export const auditKeysPort = port<ReadonlyMap<string, KeyObject>>('audit-keys')
/** Encrypts small secrets at rest: authenticator secrets, document numbers. */
export const sealPort = port<Sealer>('seal')
/**
 * The full URL of a path on an organization's site (the default site for null), for emails and QR codes. It is at the
 * organization's own domain, if that is live; with `installation` always at its host below this installation's.
 */
export const siteUrlPort = port<SiteUrl>('site-url')
export type SiteUrl = (organizationCode: string | null, path: string, host?: 'installation') => string
