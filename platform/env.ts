import { z } from 'zod'
import { maxCell } from './db/id-range.ts'
import { isOneLine } from './one-line.shared.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const connections = z.coerce.number().int().min(1).max(200)
const secret = z.string().min(32, 'must hold at least 32 characters')

const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  /** The product's public address without an organization: https://waypost.example. Defaults to this machine's PORT. */
  BASE_URL: z.url(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .optional(),
  /** The folder of the database's Unix socket, if the server runs on this machine. */
  DATABASE_SOCKET: z.string().startsWith('/').optional(),
  DATA_DIR: z.string().default('.data'),
  /** Derives the keys of signed links and keyed hashes. */
  SECRET: secret.optional(),
  /** Former secrets, separated by commas: values that they sealed can still be opened. */
  FORMER_SECRETS: z
    .string()
    .transform((list) => list.split(',').map((item) => item.trim()))
    .pipe(z.array(secret))
    .default([]),
  /** The id of this installation: a process whose id differs from the database's is in quarantine. */
  INSTALLATION: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must be letters, digits, dots, underscores and hyphens')
    .optional(),
  /** The number of this cell, if school groups are spread over several installations (docs/scale.md). */
  CELL: z.coerce.number().int().min(0).max(maxCell).optional(),
  /** 1 for a copy: pages are served; nothing is sent, charged, reported or deleted. */
  QUARANTINE: z.enum(['0', '1']).default('0'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an smtp:// or smtps:// address')
    .optional(),
  /** The sender of every email. Production must set it: mail servers reject a localhost sender. */
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@]+<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u, 'must be an email address, or Name <address>')
    .refine(isOneLine, 'must be one line')
    .default('Waypost <no-reply@localhost>'),
  /**
   * Centrifugo's address for sockets (http://127.0.0.1:8000); without it the web processes deliver messages themselves.
   */
  CENTRIFUGO_URL: z.url().optional(),
  /** The key of the socket tokens, shared with Centrifugo; derived from the secret by default. */
  REALTIME_KEY: secret.optional(),
  S3_URL: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_KEY: z.string().optional(),
  S3_SECRET: z.string().optional(),
  AUTHORIZE_NET_URL: z.url().optional(),
  AUTHORIZE_NET_LOGIN: z.string().optional(),
  AUTHORIZE_NET_KEY: z.string().optional(),
  AUTHORIZE_NET_CLIENT_KEY: z.string().optional(),
  AUTHORIZE_NET_SCRIPT: z.url().optional(),
  /** Verifies the gateway's notifications. Without it all are rejected, and the daily comparison finds the changes. */
  AUTHORIZE_NET_SIGNATURE_KEY: z.string().optional(),
  /** PayPal is offered if its client id is set. */
  PAYPAL_URL: z.url().default('https://api-m.paypal.com'),
  /** The site where buyers approve PayPal payments. */
  PAYPAL_APPROVE_ORIGIN: z.url().default('https://www.paypal.com'),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  REPORT_DROP_DIR: z.string().optional(),
  /**
   * Hosts, separated by commas, to which organizations may deliver files of completions (SFTP servers, buckets); with a
   * port (`host:port`), only at that port.
   */
  DELIVERY_HOSTS: z
    .string()
    .transform((list) => list.split(',').map((host) => host.trim().toLowerCase()))
    .pipe(z.array(z.string().regex(/^[a-z0-9_.-]+(:\d{1,5})?$/, 'must be names of hosts, separated by commas')))
    .default([]),
  /** Other addresses than usual of the services of Florida (DICDS) and California (TVCC). */
  DICDS_URL: z.url().optional(),
  TVCC_URL: z.url().optional(),
  /**
   * The provider of proctored exams, with Open edX's interface. Without it, courses that end in such an exam can't be
   * finished.
   */
  EXAM_PROVIDER_URL: z.url().optional(),
  EXAM_PROVIDER_CLIENT_ID: z.string().optional(),
  EXAM_PROVIDER_SECRET: z.string().optional(),
  /** Verifies the exam provider's pushes. Without it all are rejected, and a job polls the provider. */
  EXAM_PROVIDER_SIGNATURE_KEY: z.string().optional(),
  /** The Twilio account for codes to phones; without it identity checks by phone are not available. */
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  /** The sending phone number, such as +14075550100. */
  TWILIO_FROM: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be a number as +14075550100')
    .optional(),
  TWILIO_URL: z.url().default('https://api.twilio.com'),
  /**
   * A service with Have I Been Pwned's range format that checks new passwords; without it passwords are not checked.
   */
  BREACHED_PASSWORDS_URL: z.url().optional(),
  /** Google client ids, separated by commas; the first one is for our pages, the others for apps. */
  GOOGLE_CLIENT_IDS: z
    .string()
    .transform((list) => list.split(',').map((id) => id.trim()))
    .optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  FACEBOOK_APP_ID: z.string().optional(),
  FACEBOOK_APP_SECRET: z.string().optional(),
  /** JSON list of shops: [{"organization":"SSD","domain":"x.myshopify.com","token":"...","secrets":["..."]}]. */
  SHOPIFY_SHOPS: z.string().optional(),
  /** Production must set `off` explicitly. */
  CAPTCHA: z.enum(['off', 'recaptcha', 'recaptcha-enterprise']).default('off'),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  /** The secret of reCAPTCHA v3, or the API key of Enterprise. */
  RECAPTCHA_SECRET: z.string().optional(),
  RECAPTCHA_PROJECT: z.string().optional(),
  /** The minimum score that counts as human. */
  CAPTCHA_MIN_SCORE: z.coerce.number().min(0).max(1).default(0.3),
  /** The log lines: `faults` leaves out successes, which is enough for trying out the product. */
  LOG: z.enum(['all', 'faults']),
  /** The bearer token of /metrics, which does not exist without it. */
  METRICS_TOKEN: secret.optional(),
  /** The receiver of traces in OTLP over HTTP (http://127.0.0.1:4318); without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Headers for it, as OpenTelemetry writes them: authorization=Bearer%20x,tenant=y. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform((list) => list.split(',').map((pair) => pair.trim()))
    .pipe(
      z.array(
        z.string().regex(/^[\w-]+=([\w!#$&'*+./:;=?@^`|~-]|%[\da-f]{2})*$/i, 'must be name=value, separated by commas'),
      ),
    )
    .transform((pairs) =>
      pairs.map((pair) => [pair.split('=')[0]!, decodeURIComponent(pair.slice(pair.indexOf('=') + 1))] as const),
    )
    .default([]),
  OTEL_SERVICE_NAME: z.string().max(100).default('waypost'),
  /** The share of traces that are recorded, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** The place of the backups: a folder on another disk, or s3://bucket/prefix with the endpoint and keys of S3_*. */
  BACKUP_TO: z
    .string()
    .regex(/^(\/|s3:\/\/[^/]+)/, 'must be an absolute folder, or s3://bucket/prefix')
    .optional(),
  /** Encrypts backups. Losing it loses the backups: store it, and SECRET, in another place. */
  BACKUP_KEY: secret.optional(),
  /** The number of days of which every instant can be restored. */
  BACKUP_DAYS: z.coerce.number().int().min(1).max(3_650).default(14),
  /** The address of the database with a login that may replicate; DATABASE_URL by default. */
  BACKUP_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .optional(),
  /** The folder of PostgreSQL's own programs, if PATH does not lead to the server's version. */
  PG_PROGRAMS: z.string().startsWith('/').optional(),
  ADMIN_EMAIL: z.email().optional(),
  /** `web` serves pages and calls; `worker` runs the jobs and responds only to health checks; `all` does both. */
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  /** Seconds between failing /readyz and closing the port, so that a load balancer can react; 0 outside production. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
  /**
   * How long a process waits at its start for a database that refuses connections or is starting; 60 seconds in
   * production, otherwise 0.
   */
  DATABASE_WAIT_SECONDS: z.coerce.number().min(0).max(3_600).optional(),
  /** This process's database connections, by kind of work. */
  READ_CONNECTIONS: connections.default(8),
  TRANSACTION_CONNECTIONS: connections.default(8),
  EXPORT_CONNECTIONS: connections.default(2),
  /** The address of a hot standby that serves exports and reports while it is current. */
  READ_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .optional(),
  /**
   * 1 if a proxy of ours is in front and appends the visitor's address to X-Forwarded-For. Production must set it:
   * behind an untrusted proxy all visitors share one rate limit.
   */
  TRUST_PROXY: z.enum(['0', '1']).default('0'),
  /** Off for load measurements; production refuses it. */
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
})

/** The names of all settings, for `.env.example` and its test. */
export const settingNames: readonly string[] = Object.keys(Environment.shape)

export type Env = Readonly<
  z.output<typeof Environment> & {
    DRAIN_SECONDS: number
    DATABASE_WAIT_SECONDS: number
    production: boolean
    secret: string
    /** INSTALLATION; by default the host of BASE_URL, and one shared id for all development servers. */
    installation: string
  }
>

/** The errors in the configuration, one per line; nothing has been started yet. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n  ${problems.join('\n  ')}`)
  }
}

const developmentInstallation = 'development'
const developmentSecret = 'development-only-secret-of-no-value-0'
const neededInProduction = [
  'BASE_URL',
  'DATABASE_URL',
  'SECRET',
  'SMTP_URL',
  'MAIL_FROM',
  'AUTHORIZE_NET_URL',
  'AUTHORIZE_NET_LOGIN',
  'AUTHORIZE_NET_KEY',
  'AUTHORIZE_NET_CLIENT_KEY',
  'CAPTCHA',
  'TRUST_PROXY',
] as const

/** Reads the configuration once; throws one ConfigurationError that names every error. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const settings = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const LOG = settings.NODE_ENV === 'production' ? 'all' : 'faults'
  const parsed = Environment.safeParse({ BASE_URL: `http://localhost:${settings.PORT ?? 3000}`, LOG, ...settings })
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (parsed.success) problems.push(...missing(parsed.data, settings))
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(problems)
  const production = parsed.data.NODE_ENV === 'production'
  const DRAIN_SECONDS = parsed.data.DRAIN_SECONDS ?? (production ? 5 : 0)
  const DATABASE_WAIT_SECONDS = parsed.data.DATABASE_WAIT_SECONDS ?? (production ? 60 : 0)
  const installation =
    parsed.data.INSTALLATION ?? (production ? new URL(parsed.data.BASE_URL).hostname : developmentInstallation)
  const defaults = { DRAIN_SECONDS, DATABASE_WAIT_SECONDS, production, installation }
  return { ...parsed.data, ...defaults, secret: parsed.data.SECRET ?? developmentSecret }
}

const Backups = Environment.pick({
  DATABASE_URL: true,
  BACKUP_TO: true,
  BACKUP_KEY: true,
  BACKUP_DAYS: true,
  BACKUP_DATABASE_URL: true,
  PG_PROGRAMS: true,
  DATA_DIR: true,
  S3_URL: true,
  S3_BUCKET: true,
  S3_REGION: true,
  S3_KEY: true,
  S3_SECRET: true,
})
export type BackupEnv = Readonly<z.output<typeof Backups>>

/** The backup settings alone: a machine that only stores or restores backups has no others. */
export function readBackupEnv(source: Record<string, string | undefined>): BackupEnv {
  const settings = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Backups.safeParse(settings)
  if (parsed.success) return parsed.data
  throw new ConfigurationError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
}

/** `variables` holds the explicit settings: production must not rely on a default. */
function missing(env: z.output<typeof Environment>, variables: Record<string, unknown>): string[] {
  const missingSettings = env.NODE_ENV === 'production' ? neededInProduction.filter((name) => !variables[name]) : []
  const s3 = env.S3_URL ? (['S3_BUCKET', 'S3_KEY', 'S3_SECRET'] as const).filter((name) => !env[name]) : []
  const together = [
    env.CENTRIFUGO_URL && (['REALTIME_KEY'] as const),
    env.GOOGLE_CLIENT_IDS && (['GOOGLE_CLIENT_SECRET'] as const),
    env.FACEBOOK_APP_ID && (['FACEBOOK_APP_SECRET'] as const),
    env.EXAM_PROVIDER_URL && (['EXAM_PROVIDER_CLIENT_ID', 'EXAM_PROVIDER_SECRET'] as const),
    env.TWILIO_ACCOUNT_SID && (['TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const),
    env.PAYPAL_CLIENT_ID && (['PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID'] as const),
    env.CAPTCHA !== 'off' && (['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'] as const),
    env.CAPTCHA === 'recaptcha-enterprise' && (['RECAPTCHA_PROJECT'] as const),
  ].flatMap((names) => (names || []).filter((name) => !env[name]))
  const unlimited = env.NODE_ENV === 'production' && env.RATE_LIMITS === 'off' ? ['RATE_LIMITS: must be on'] : []
  // Demo passwords, a mailbox for everyone and test cards must not reach a public site.
  const { protocol, hostname } = new URL(env.BASE_URL)
  const isLocal =
    protocol === 'http:' && /^(localhost|.+\.(localhost|test|local)|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const unencrypted = protocol !== 'https:' && !isLocal ? ['BASE_URL: must be https'] : []
  const exposed =
    env.NODE_ENV === 'production' || isLocal ? [] : ['NODE_ENV: must be production where BASE_URL is public']
  return [
    ...[...missingSettings, ...s3, ...together].map((name) => `${name}: is missing`),
    ...unlimited,
    ...unencrypted,
    ...exposed,
  ]
}
