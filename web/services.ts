import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { selectGridPreferences, startBulkRun, startExport } from '#modules/backoffice/entry.ts'
import { courseCounter } from '#modules/catalogue/courses/course-figures.ts'
import { isCatalogueFile } from '#modules/catalogue/entry.ts'
import { courseEnrollment } from '#modules/catalogue/media/course-enrollment.ts'
import { openUploads, type UploadStore, uploadStore } from '#modules/catalogue/media/upload-store.ts'
import { agencyNeeds } from '#modules/catalogue/programs/agency-needs.ts'
import { type WebsitePromoCode, websitePromoCodes } from '#modules/catalogue/websites/fetch-website-by-id.ts'
import {
  findPurchaseAgreement,
  listCodesOfWebsite,
  listPaymentMethods,
  promoCodeResponse,
  recordSignUpTerms,
} from '#modules/checkout/entry.ts'
import { countOpenInvoices } from '#modules/checkout/index.ts'
import { type CardVault, cardVault } from '#modules/checkout/payments/gateways/card-vault.ts'
import { type Gateway, paymentGateway } from '#modules/checkout/payments/gateways/gateway.ts'
import { type Wallet, walletPort } from '#modules/checkout/payments/gateways/wallet.ts'
import { type ClientUse, clientUse, openClientUse } from '#modules/identity/clients/client-use.ts'
import { isProfilePicture, isTaskInput, nameActor } from '#modules/identity/entry.ts'
import { type Facets, facetsPort } from '#modules/identity/facets.ts'
import { type NotificationCounts, notificationCounts } from '#modules/identity/notifications/notification-counts.ts'
import {
  type DomainDirectory,
  followDomains,
  noDomains,
  openDomains,
  ownDomains,
} from '#modules/identity/organizations/domain-directory.ts'
import {
  type BreachedPasswords,
  breachedPasswords,
  noBreachedPasswords,
  openBreachedPasswords,
} from '#modules/identity/passwords/breached-passwords.ts'
import { humanCheck } from '#modules/identity/sign-in/human-check.ts'
import { termsAccepted } from '#modules/identity/sign-up/terms-accepted.ts'
import { type SocialProviders, socialProviders } from '#modules/identity/social/provider.ts'
import { type Storefront, storefronts } from '#modules/identity/storefront/storefronts.ts'
import { openWebhookTransport, type WebhookTransport, webhookTransport } from '#modules/identity/webhooks/transport.ts'
import {
  countCourses,
  countWaiting,
  findCourseGaps,
  findIdentityLock,
  isEnrolledInVersion,
  isRegistrationDocument,
  lockCoursesOf,
  purchaseAgreement,
  recheckAge,
} from '#modules/learning/entry.ts'
import {
  type AgencyAdapters,
  agencyAdapters,
  agencyServices,
  openAgencies,
  type ServiceAccess,
} from '#modules/learning/reporting/open-agencies.ts'
import { manifests } from '#modules/manifests.ts'
import { captchaPort } from '#modules/security/captcha/captcha.ts'
import { openHumanCheck, selectRisk } from '#modules/security/entry.ts'
import { type ExamProvider, examProvider } from '#modules/security/exams/exam-provider.ts'
import { type CodeSender, codeSender } from '#modules/security/phone/code-sender.ts'
import { syncSettings } from '#modules/settings/entry.ts'
import { productTextsPort } from '#modules/settings/translations/product-texts.ts'
import { isChatImage } from '#modules/support/messages/chat-image.ts'
import { auditKeys } from '#platform/audit/key.ts'
import { followDatabase, systemClock } from '#platform/clock.ts'
import type { Ctx } from '#platform/ctx.ts'
import { appRole, type Database, defaultOptions, openDatabase } from '#platform/db/database.ts'
import type { ReplicaFault } from '#platform/db/read-replica.ts'
import type { Env } from '#platform/env.ts'
import { fileNames } from '#platform/files/file-claims.ts'
import { type Files, openFiles } from '#platform/files/files.ts'
import { exporterName } from '#platform/grid/about-export.ts'
import { matchingRuns } from '#platform/grid/bulk-matching.ts'
import { gridKeeper, gridList } from '#platform/grid/grid-keeper.ts'
import { longExports } from '#platform/grid/long-export.ts'
import type { Log } from '#platform/log.ts'
import { type Mailer, openMailer } from '#platform/mail/mail.ts'
import { type Mailbox, openMailbox } from '#platform/mail/mailbox.ts'
import { fillPorts, type Ports, type Services } from '#platform/open-ctx.ts'
import { personalTables } from '#platform/personal-data/personal-table.ts'
import { auditKeysPort, filesPort, mailPort, type SiteUrl, sealPort, secretPort, siteUrlPort } from '#platform/ports.ts'
import type { AnyJob } from '#platform/queue/job.ts'
import { openQueue, type Queue } from '#platform/queue/queue.ts'
import { realtimeKey as derivedKey, openRealtimeTokens, realtimePort } from '#platform/realtime/tokens.ts'
import { openSealer } from '#platform/seal.ts'
import { builtTexts } from './built-texts.ts'
import { examsOf } from './exam-services.ts'
import { captchaOf, socialProvidersOf, storefrontsOf } from './identity-services.ts'
import { cardServicesOf, walletOf } from './payment-services.ts'
import { listPersonalTables } from './personal-tables.ts'
import { phonesOf } from './phone-services.ts'
import type { SimulatedSettings } from './simulation.ts'
import { fillTestPorts } from './test-services.ts'

export type ForeignServices = {
  files: Files
  /** Storage for uploads in progress; the system's temporary folder by default. */
  uploads?: UploadStore
  mailer: Mailer
  gateway: Gateway
  vault: CardVault
  /** Not offered if omitted. */
  wallet?: Wallet | null
  agencies: AgencyAdapters
  /** If omitted, organizations without an account report in our own format, and there is no service. */
  agencyServices?: ServiceAccess
  /** No check if omitted. */
  breachedPasswords?: BreachedPasswords
  /** Not offered if omitted. */
  socialProviders?: SocialProviders
  storefronts?: readonly Storefront[]
  captcha?: typeof captchaPort.of
  /** There are no texts to translate if omitted. */
  productTexts?: NonNullable<typeof productTextsPort.of>
  /** A course with an external exam can't be finished if omitted. */
  exams?: ExamProvider | null
  /** No identity check uses the phone if omitted. */
  phones?: CodeSender | null
  /** Counts of clients' calls. */
  clientUse: ClientUse
  /** If omitted, webhooks are delivered to the public internet only. */
  webhooks?: WebhookTransport
}

/** The parts of a person's profile that modules above identity own. */
const facets: Facets = {
  identityLock: findIdentityLock,
  lockCourses: lockCoursesOf,
  birthCorrected: recheckAge,
  paymentMethods: listPaymentMethods,
  risk: selectRisk,
}

/** A website's active promo codes, as its form shows them. */
async function promoCodesOf(
  ctx: Ctx,
  { website_id, organization_id }: Record<'website_id' | 'organization_id', number>,
) {
  const rows = await listCodesOfWebsite(ctx, { website_id, organization_id })
  return rows.map((row): WebsitePromoCode => promoCodeResponse(row))
}

/** Fills every port that the platform or a module declares. */
export function fillAllPorts(
  foreignServices: ForeignServices,
  settings: {
    secret: string
    formerSecrets?: readonly string[]
    realtimeKey?: string | undefined
    baseUrl: URL
    domains?: DomainDirectory
  },
): Ports {
  const { domains = noDomains } = settings
  return fillPorts(
    [filesPort, foreignServices.files],
    [fileNames, [isCatalogueFile, isProfilePicture, isTaskInput, isRegistrationDocument, isChatImage]],
    [uploadStore, foreignServices.uploads ?? openUploads(join(tmpdir(), 'waypost-uploads'))],
    [courseEnrollment, isEnrolledInVersion],
    [courseCounter, countCourses],
    [mailPort, foreignServices.mailer],
    [paymentGateway, foreignServices.gateway],
    [cardVault, foreignServices.vault],
    [walletPort, foreignServices.wallet ?? null],
    [agencyAdapters, foreignServices.agencies],
    [
      agencyServices,
      foreignServices.agencyServices ?? {
        addressOf: () => '',
        neutralWithoutAccount: true,
        folder: null,
        deliveryHosts: [],
      },
    ],
    [breachedPasswords, foreignServices.breachedPasswords ?? noBreachedPasswords],
    [socialProviders, foreignServices.socialProviders ?? {}],
    [storefronts, foreignServices.storefronts ?? []],
    [captchaPort, foreignServices.captcha ?? null],
    [examProvider, foreignServices.exams ?? null],
    [codeSender, foreignServices.phones ?? null],
    [facetsPort, facets],
    [agencyNeeds, findCourseGaps],
    [humanCheck, openHumanCheck(foreignServices.captcha)],
    [notificationCounts, { quiz: countWaiting, invoices: countOpenInvoices } satisfies NotificationCounts],
    [exporterName, nameActor],
    [clientUse, foreignServices.clientUse],
    [webhookTransport, foreignServices.webhooks ?? openWebhookTransport({ local: false })],
    [termsAccepted, recordSignUpTerms],
    [longExports, startExport],
    [matchingRuns, startBulkRun],
    [gridKeeper, selectGridPreferences],
    [gridList, () => manifests.flatMap(({ grids = [] }) => grids)],
    [secretPort, settings.secret],
    [auditKeysPort, auditKeys([settings.secret, ...(settings.formerSecrets ?? [])])],
    [sealPort, openSealer([settings.secret, ...(settings.formerSecrets ?? [])])],
    [siteUrlPort, siteUrls(settings.baseUrl, domains)],
    [ownDomains, domains],
    [personalTables, listPersonalTables()],
    [realtimePort, openRealtimeTokens(settings.realtimeKey ?? derivedKey(settings.secret))],
    [productTextsPort, foreignServices.productTexts ?? (async () => [])],
    [websitePromoCodes, promoCodesOf],
    [purchaseAgreement, findPurchaseAgreement],
  )
}

/** Addresses of an organization's site, built from the configuration and proved domains, never from the request. */
function siteUrls(base: URL, domains: Pick<DomainDirectory, 'linkHostOf'>): SiteUrl {
  const port = base.port === '' ? '' : `:${base.port}`
  return (code, path, at) => {
    const domain = code !== null && at !== 'installation' ? domains.linkHostOf(code) : null
    const host = domain ? `${domain}${port}` : code ? `${code.toLowerCase()}.${base.host}` : base.host
    return `${base.protocol}//${host}${path}`
  }
}

export type OpenedServices = { services: Services; queue: Queue; mailbox: Mailbox | null; close(): Promise<void> }

/** Opens what the configuration names: database, files, mail, payment gateway, queue; `simulated` replaces the rest. */
export async function openServices(
  env: Env,
  url: string,
  jobs: readonly AnyJob[],
  log: Log,
  simulated: SimulatedSettings,
): Promise<OpenedServices> {
  const database = openDatabase({
    ...poolsOf(env),
    ...copyOf(env, log),
    url,
    socket: env.DATABASE_SOCKET,
    role: appRole,
  })
  const mailbox = env.SMTP_URL ? null : openMailbox(resolve(env.DATA_DIR, 'mailbox'))
  const queue = openQueue({ url, log })
  const clock = env.production ? systemClock : await followDatabase(database)
  const use = openClientUse(database.read.within('all'), (error) => log.error('clients.not_counted', error))
  const domains = openDomains(database.read)
  const foreignServices: ForeignServices = {
    clientUse: use,
    webhooks: openWebhookTransport({ local: !env.production }),
    files: filesOf(env),
    uploads: openUploads(resolve(env.DATA_DIR, 'uploads')),
    mailer: mailerOf(env, mailbox),
    ...cardServicesOf(env, simulated, clock),
    wallet: walletOf(env, simulated),
    agencies: agenciesOf(env, simulated),
    agencyServices: servicesOf(env, simulated),
    breachedPasswords: breachesOf(env, log),
    socialProviders: socialProvidersOf(env, simulated),
    storefronts: storefrontsOf(env, simulated),
    captcha: captchaOf(env, domains),
    productTexts: builtTexts(log),
    exams: examsOf(env, simulated),
    phones: phonesOf(env, simulated),
  }
  const { secret, FORMER_SECRETS: formerSecrets, REALTIME_KEY: realtimeKey } = env
  const ports = fillAllPorts(foreignServices, {
    secret,
    formerSecrets,
    realtimeKey,
    baseUrl: new URL(env.BASE_URL),
    domains,
  })
  const testPorts = fillTestPorts(jobs)
  const services: Services = { database, clock, log, facts: queue.factSender(jobs), ports, testPorts }
  await syncSettings(database, log)
  const unfollow = await followDomains(domains, (error) => log.error('domains.not_read', error))
  const close = () => {
    unfollow()
    return closeCounted(database, use, log)
  }
  return { services, queue, mailbox, close }
}

/** Writes the last counts of clients' calls before the connections close. */
async function closeCounted(database: Database, use: ClientUse, log: Log): Promise<void> {
  await use.flush().catch((error: unknown) => log.error('clients.not_counted', error))
  await database.close()
}

/** The standby that serves exports and reports. */
const copyOf = ({ READ_DATABASE_URL: url }: Env, log: Log) =>
  url && {
    copy: {
      url,
      onChange(fault: ReplicaFault | null) {
        if (fault)
          log.warn('database.copy_unused', {
            reason: fault.reason,
            cause: fault.error === undefined ? null : String(fault.error),
          })
        else log.info('database.copy_used')
      },
    },
  }

/** A process's connection pools, sized by its configuration. */
const poolsOf = (env: Env) => ({
  ...defaultOptions,
  web: { ...defaultOptions.web, connections: env.READ_CONNECTIONS },
  transactions: { ...defaultOptions.transactions, connections: env.TRANSACTION_CONNECTIONS },
  exports: { ...defaultOptions.exports, connections: env.EXPORT_CONNECTIONS },
})

/** The file store of this installation. */
export function filesOf(
  env: Pick<Env, 'S3_URL' | 'S3_BUCKET' | 'S3_REGION' | 'S3_KEY' | 'S3_SECRET' | 'DATA_DIR'>,
): Files {
  const { S3_URL, S3_BUCKET, S3_REGION, S3_KEY, S3_SECRET } = env
  const folder = resolve(env.DATA_DIR, 'files')
  if (!S3_URL || !S3_BUCKET || !S3_KEY || !S3_SECRET) return openFiles({ folder })
  const keys = { access_key_id: S3_KEY, secret_access_key: S3_SECRET }
  return openFiles({ folder, s3: { endpoint: S3_URL, bucket: S3_BUCKET, region: S3_REGION, ...keys } })
}

function mailerOf(env: Env, mailbox: Mailbox | null): Mailer {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, production } = env
  return openMailer({ smtpUrl, from, mailbox: mailbox ?? undefined, production })
}

const breachesOf = ({ BREACHED_PASSWORDS_URL: url }: Env, log: Log): BreachedPasswords =>
  url ? openBreachedPasswords({ url, log }) : noBreachedPasswords

/** Reports become files in a folder, which staff upload; a development server has a simulated agency. */
const agenciesOf = (env: Env, { agencies }: SimulatedSettings): AgencyAdapters =>
  openAgencies(agencies ?? { folder: reportFolder(env) })

const reportFolder = ({ REPORT_DROP_DIR, DATA_DIR }: Env): string => resolve(REPORT_DROP_DIR ?? `${DATA_DIR}/reports`)

/** The address of an agency's service: the operator's, otherwise the one that schools use. */
export function serviceAddress(env: Env, { name, url }: Parameters<ServiceAccess['addressOf']>[0]): string {
  const settings: Readonly<Record<string, string | undefined>> = { dicds: env.DICDS_URL, tvcc: env.TVCC_URL }
  return settings[name] ?? url
}

/** The agencies' own services. Only on a development server may organizations report to them without an account. */
const servicesOf = (env: Env, { agencies }: SimulatedSettings): ServiceAccess => ({
  addressOf: agencies?.addressOf ?? ((service) => serviceAddress(env, service)),
  neutralWithoutAccount: agencies !== undefined,
  folder: agencies ? null : reportFolder(env),
  deliveryHosts: env.DELIVERY_HOSTS,
})
