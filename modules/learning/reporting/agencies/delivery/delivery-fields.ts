import type { AccountField, AgencyAccount } from '#modules/learning/reporting/agencies/account-fields.ts'
import { type DeliveryChannel, DeliveryFault } from './delivery.ts'
import { openBucket } from './s3.ts'
import { openSftp } from './sftp.ts'

/** The methods by which the product itself delivers files to an agency. */
export type DeliveryKind = 'sftp' | 's3'

const folderPattern = /^(?!.*\.\.)[\w./-]*$/

/** Student records must cross a network encrypted. A simulated store is on the same machine. */
const isEncrypted = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))

/** The settings of an SFTP server and of a bucket; a form shows those of the chosen delivery. */
export const deliveryFields: readonly AccountField[] = [
  {
    name: 'sftp_host',
    label: ['SFTP server', 'Servidor SFTP'],
    hint: [
      'Its name, without sftp://. The operator of this installation must allow it.',
      'Su nombre, sin sftp://. El operador de esta instalación debe permitirlo.',
    ],
    kind: 'line',
    accepts: (value) => /^[\w.-]+$/.test(value),
    max: 200,
    only: 'sftp',
  },
  {
    name: 'sftp_port',
    label: ['Port', 'Puerto'],
    kind: 'line',
    optional: true,
    accepts: (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
    max: 5,
    only: 'sftp',
  },
  {
    name: 'sftp_host_key',
    label: ["Fingerprint of the server's key", 'Huella de la clave del servidor'],
    hint: [
      'From the agency, as SHA256:… Files go only to a server with this key.',
      'De la agencia, como SHA256:… Los archivos solo se envían a un servidor con esta clave.',
    ],
    kind: 'line',
    accepts: (value) => /^SHA256:[A-Za-z0-9+/]{43}$/.test(value),
    max: 60,
    only: 'sftp',
  },
  { name: 'sftp_user', label: ['User name', 'Nombre de usuario'], kind: 'line', max: 100, only: 'sftp' },
  { name: 'sftp_password', label: ['Password', 'Contraseña'], kind: 'secret', optional: true, max: 200, only: 'sftp' },
  {
    name: 'sftp_key',
    label: ['Private key', 'Clave privada'],
    hint: ['Instead of a password.', 'En lugar de una contraseña.'],
    kind: 'secret',
    lines: true,
    optional: true,
    max: 20_000,
    only: 'sftp',
  },
  {
    name: 'sftp_folder',
    label: ['Folder', 'Carpeta'],
    kind: 'line',
    optional: true,
    accepts: (value) => folderPattern.test(value),
    max: 200,
    only: 'sftp',
  },
  {
    name: 's3_endpoint',
    label: ['Address of the store', 'Dirección del almacenamiento'],
    hint: [
      'Such as https://s3.us-east-1.amazonaws.com. The operator of this installation must allow its host.',
      'Por ejemplo, https://s3.us-east-1.amazonaws.com. El operador de esta instalación debe permitir su servidor.',
    ],
    kind: 'line',
    accepts: (value) => URL.canParse(value) && isEncrypted(new URL(value)),
    max: 200,
    only: 's3',
  },
  {
    name: 's3_bucket',
    label: ['Bucket', 'Bucket'],
    kind: 'line',
    accepts: (value) => /^[\w.-]+$/.test(value),
    max: 100,
    only: 's3',
  },
  {
    name: 's3_region',
    label: ['Region', 'Región'],
    kind: 'line',
    accepts: (value) => /^[\w-]+$/.test(value),
    max: 50,
    only: 's3',
  },
  { name: 's3_key_id', label: ['Access key', 'Clave de acceso'], kind: 'line', max: 200, only: 's3' },
  { name: 's3_secret', label: ['Secret key', 'Clave secreta'], kind: 'secret', max: 200, only: 's3' },
  {
    name: 's3_folder',
    label: ['Folder', 'Carpeta'],
    kind: 'line',
    optional: true,
    accepts: (value) => folderPattern.test(value),
    max: 200,
    only: 's3',
  },
]

export const isDeliveryKind = (name: string | undefined): name is DeliveryKind => name === 'sftp' || name === 's3'

/** The required settings of a delivery that are missing. */
export function listMissingDeliverySettings({ settings, secrets }: AgencyAccount): string[] {
  const missing = deliveryFields
    .filter(({ only, optional }) => only === settings.delivery && !optional)
    .filter(({ name, kind }) => !(kind === 'secret' ? secrets : settings)[name])
    .map(({ name }) => name)
  const hasCredentials = settings.delivery !== 'sftp' || secrets.sftp_password || secrets.sftp_key
  return hasCredentials ? missing : [...missing, 'sftp_password']
}

/** The settings that determine where the secrets of a delivery are sent, and for which user. */
const destinationSettings = {
  sftp: ['sftp_host', 'sftp_port', 'sftp_user', 'sftp_host_key'],
  s3: ['s3_endpoint', 's3_key_id'],
} satisfies Record<DeliveryKind, string[]>

/**
 * The secrets of the deliveries whose destination changes, one list per delivery. They were entered for another server
 * or user, so staff who change the destination must enter them again.
 */
export function secretsToReenter(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[][] {
  return (['sftp', 's3'] as const)
    .filter((delivery) => destinationSettings[delivery].some((name) => (before[name] ?? '') !== (after[name] ?? '')))
    .map((delivery) =>
      deliveryFields.filter(({ only, kind }) => only === delivery && kind === 'secret').map(({ name }) => name),
    )
}

function serverOf(delivery: DeliveryKind, settings: AgencyAccount['settings']): { host: string; port: number } {
  if (delivery === 'sftp') return { host: settings.sftp_host!.toLowerCase(), port: Number(settings.sftp_port || 22) }
  const { hostname, port, protocol } = new URL(settings.s3_endpoint!)
  return { host: hostname.toLowerCase(), port: Number(port || (protocol === 'https:' ? 443 : 80)) }
}

/**
 * Opens the delivery of an account. Only hosts that the operator allows are contacted, because tenants choose the
 * server.
 */
export function openDelivery(
  delivery: DeliveryKind,
  account: AgencyAccount,
  allowed: readonly string[],
): DeliveryChannel {
  const { settings, secrets } = account
  if (listMissingDeliverySettings({ settings: { ...settings, delivery }, secrets }).length > 0)
    throw new DeliveryFault('SETTINGS', 'settings are missing')
  const { host, port } = serverOf(delivery, settings)
  if (!allowed.includes(host) && !allowed.includes(`${host}:${port}`))
    throw new DeliveryFault('NOT_ALLOWED', `${host}:${port}`)
  // An account may be older than this rule.
  if (delivery === 's3' && !isEncrypted(new URL(settings.s3_endpoint!)))
    throw new DeliveryFault('NOT_ALLOWED', 'not encrypted')
  if (delivery === 'sftp') {
    return openSftp({
      host,
      port,
      user: settings.sftp_user!,
      password: secrets.sftp_password ?? '',
      private_key: secrets.sftp_key ?? '',
      host_key: settings.sftp_host_key!,
      folder: settings.sftp_folder ?? '',
    })
  }
  const prefix = (settings.s3_folder ?? '').replaceAll(/^\/+|\/+$/g, '')
  return openBucket({
    endpoint: settings.s3_endpoint!,
    bucket: settings.s3_bucket!,
    region: settings.s3_region!,
    access_key_id: settings.s3_key_id!,
    secret_access_key: secrets.s3_secret!,
    prefix: prefix && `${prefix}/`,
  })
}
