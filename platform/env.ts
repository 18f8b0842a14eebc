import { z } from 'zod'
import { isOneLine } from './one-line.shared.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const connections = z.coerce.number().int().min(1).max(200)
const secret = z.string().min(32, 'must hold at least 32 characters')

const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  /** Where people reach the product, without an organization: https://waypost.example. This machine's PORT by default. */
  BASE_URL: z.url(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .optional(),
  /** The folder of that database's Unix socket, where it runs on this machine. */
  DATABASE_SOCKET: z.string().startsWith('/').optional(),
  DATA_DIR: z.string().default('.data'),
  /** Keys of signed links and keyed hashes. */
  SECRET: secret.optional(),
  /** Secrets used before, separated by commas: what they sealed still opens. */
  FORMER_SECRETS: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .pipe(z.array(secret))
    .default([]),
  /** The id of this installation: a process with another one than the database's is in quarantine. */
  INSTALLATION: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must be letters, digits, dots, underscores and hyphens')
    .optional(),
  /** 1 for a copy: pages are served; nothing is sent, charged, reported or deleted. */
  QUARANTINE: z.enum(['0', '1']).default('0'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an smtp:// or smtps:// address')
    .optional(),
  /** The sender of every email; production names its own, because other servers accept nothing from a localhost. */
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@]+<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u, 'must be an email address, or Name <address>')
    .refine(isOneLine, 'must be one line')
    .default('Waypost <no-reply@localhost>'),
  /** Centrifugo's address for sockets (http://127.0.0.1:8000); without it the web processes deliver by themselves. */
  CENTRIFUGO_URL: z.url().optional(),
  /** The key of the sockets' tokens, which Centrifugo is given, too; without it one is derived from the secret. */
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
  /** Of the gateway's notifications; without it none is believed, and the daily comparison finds what they would tell. */
  AUTHORIZE_NET_SIGNATURE_KEY: z.string().optional(),
  /** PayPal is offered where its client is named. */
  PAYPAL_URL: z.url().default('https://api-m.paypal.com'),
  /** Where buyers approve. */
  PAYPAL_APPROVE_ORIGIN: z.url().default('https://www.paypal.com'),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  REPORT_DROP_DIR: z.string().optional(),
  /** The provider of proctored exams and tests, in Open edX's interface; without it no course that ends in one is finished. */
  EXAM_PROVIDER_URL: z.url().optional(),
  EXAM_PROVIDER_CLIENT_ID: z.string().optional(),
  EXAM_PROVIDER_SECRET: z.string().optional(),
  /** Of its pushes; without it none is believed, and it is asked by itself. */
  EXAM_PROVIDER_SIGNATURE_KEY: z.string().optional(),
  /** The account at Twilio by which codes go to phones; without it no identity check goes by phone. */
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  /** The number that messages and calls come from, as +14075550100. */
  TWILIO_FROM: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be a number as +14075550100')
    .optional(),
  TWILIO_URL: z.url().default('https://api.twilio.com'),
  /** A service of the range format of Have I Been Pwned, asked about new passwords; no one is asked without it. */
  BREACHED_PASSWORDS_URL: z.url().optional(),
  /** Client ids of Google, separated by commas; the first one is that of our pages, the others are apps'. */
  GOOGLE_CLIENT_IDS: z
    .string()
    .transform((list) => list.split(',').map((id) => id.trim()))
    .optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  FACEBOOK_APP_ID: z.string().optional(),
  FACEBOOK_APP_SECRET: z.string().optional(),
  /** JSON list of shops: [{"organization":"SSD","domain":"x.myshopify.com","token":"...","secrets":["..."]}]. */
  SHOPIFY_SHOPS: z.string().optional(),
  /** `off` is a decision that production has to write down. */
  CAPTCHA: z.enum(['off', 'recaptcha', 'recaptcha-enterprise']).default('off'),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  /** The secret of reCAPTCHA v3, or the API key of Enterprise. */
  RECAPTCHA_SECRET: z.string().optional(),
  RECAPTCHA_PROJECT: z.string().optional(),
  /** From which score on a form is a person's. */
  CAPTCHA_MIN_SCORE: z.coerce.number().min(0).max(1).default(0.3),
  /** The lines of the log: `faults` leaves out successes, and is enough for people who only try the product. */
  LOG: z.enum(['all', 'faults']),
  ADMIN_EMAIL: z.email().optional(),
  /** `web` serves pages and calls, `worker` works the jobs off and answers health checks alone; `all` is both. */
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  /** Seconds between the refusal of /readyz and the end of listening, for a balancer to notice; 0 outside production. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
  /** Connections of this process to the database, of each kind of work. */
  READ_CONNECTIONS: connections.default(8),
  TRANSACTION_CONNECTIONS: connections.default(8),
  EXPORT_CONNECTIONS: connections.default(2),
  /**
   * 1 if a proxy of ours is in front and ends X-Forwarded-For with the visitor's address. Production has to say which:
   * behind a proxy that is not trusted all visitors count as one, with the limits of one.
   */
  TRUST_PROXY: z.enum(['0', '1']).default('0'),
  /** Off for load measurements; production refuses that. */
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
})

export type Env = Readonly<
  z.output<typeof Environment> & {
    DRAIN_SECONDS: number
    production: boolean
    secret: string
    /** INSTALLATION; where it is not set the host of BASE_URL, and the same one for all development servers. */
    installation: string
  }
>

/** What is wrong with the configuration, a line for each setting; nothing has been started yet. */
export class ConfigurationWrong extends Error {
  override name = 'ConfigurationWrong'
  constructor(wrong: readonly string[]) {
    super(`The configuration is wrong:\n  ${wrong.join('\n  ')}`)
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

/** Reads the configuration once; throws one ConfigurationWrong that names everything that is wrong with it. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const LOG = filled.NODE_ENV === 'production' ? 'all' : 'faults'
  const parsed = Environment.safeParse({ BASE_URL: `http://localhost:${filled.PORT ?? 3000}`, LOG, ...filled })
  const wrong = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (parsed.success) wrong.push(...missing(parsed.data, filled))
  if (!parsed.success || wrong.length > 0) throw new ConfigurationWrong(wrong)
  const production = parsed.data.NODE_ENV === 'production'
  const DRAIN_SECONDS = parsed.data.DRAIN_SECONDS ?? (production ? 5 : 0)
  const installation =
    parsed.data.INSTALLATION ?? (production ? new URL(parsed.data.BASE_URL).hostname : developmentInstallation)
  return { ...parsed.data, DRAIN_SECONDS, production, installation, secret: parsed.data.SECRET ?? developmentSecret }
}

/** `given` is what was set: a default is no choice for production. */
function missing(env: z.output<typeof Environment>, given: Record<string, unknown>): string[] {
  const needed = env.NODE_ENV === 'production' ? neededInProduction.filter((name) => !given[name]) : []
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
  // Demo passwords, a mailbox for everyone and test cards that buy courses: none of it for a site that people reach.
  const { protocol, hostname } = new URL(env.BASE_URL)
  const own = protocol === 'http:' && /^(localhost|.+\.(localhost|test|local)|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const open = protocol !== 'https:' && !own ? ['BASE_URL: must be https'] : []
  const exposed = env.NODE_ENV === 'production' || own ? [] : ['NODE_ENV: must be production where BASE_URL is public']
  return [...[...needed, ...s3, ...together].map((name) => `${name}: is missing`), ...unlimited, ...open, ...exposed]
}
