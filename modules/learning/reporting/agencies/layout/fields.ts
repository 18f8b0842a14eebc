import {
  type AccountField,
  type AgencyAccount,
  listMissingFields,
} from '#modules/learning/reporting/agencies/account-fields.ts'
import {
  deliveryFields,
  listMissingDeliverySettings,
} from '#modules/learning/reporting/agencies/delivery/delivery-fields.ts'
import { type Layout, readLayout } from './layout.schema.ts'
import { checkSample } from './read-lines.ts'

/** The settings of an agency that accepts files. */
export const fileFields: readonly AccountField[] = [
  {
    name: 'layout',
    label: ['Layout of the files (JSON)', 'Formato de los archivos (JSON)'],
    hint: [
      "Describes the agency's file: its columns with their widths, codes and dates, header, trailer, checksum and answers.",
      'Describe el archivo de la agencia: sus columnas con su ancho, códigos y fechas, encabezado, final, suma de control y respuestas.',
    ],
    kind: 'document',
    explain: (value) => {
      const layout = readLayout(value)
      return 'faults' in layout ? layout.faults : []
    },
    max: 100_000,
  },
  {
    name: 'sample',
    label: ["The agency's sample file", 'Archivo de muestra de la agencia'],
    hint: [
      'Paste a file that the agency accepts. Files are only made if it fits the layout.',
      'Pegue un archivo que la agencia acepte. Solo se crean archivos si coincide con el formato.',
    ],
    kind: 'document',
    max: 100_000,
  },
  {
    name: 'delivery',
    label: ['Delivery', 'Entrega'],
    kind: 'choice',
    choices: {
      download: ['Staff download the file and upload it', 'El personal descarga el archivo y lo sube'],
      folder: ["In the server's folder for reports", 'En la carpeta de informes del servidor'],
      sftp: ["To the agency's SFTP server", 'Al servidor SFTP de la agencia'],
      s3: ['To a bucket (S3)', 'A un bucket (S3)'],
    },
    max: 10,
  },
  {
    name: 'daily_at',
    label: ['Create a file every day at', 'Crear un archivo todos los días a las'],
    hint: [
      "For example, 18:00, in the school's time zone. Leave empty if staff create the files. No file is created on days without completions.",
      'Por ejemplo, 18:00, en la zona horaria de la escuela. Déjelo vacío si el personal crea los archivos. No se crea ningún archivo en los días sin finalizaciones.',
    ],
    kind: 'line',
    optional: true,
    accepts: (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
    max: 5,
  },
  ...deliveryFields,
]

/** The layout of an account; null unless the agency's sample fits it. */
export function layoutOf({ settings }: Pick<AgencyAccount, 'settings'>): Layout | null {
  const layout = readLayout(settings.layout ?? '')
  return 'faults' in layout || checkSample(layout, withLayoutLineEnds(layout, settings.sample ?? '')).length > 0
    ? null
    : layout
}

/** A sample with the line endings of the layout, which the form field may have changed. */
export const withLayoutLineEnds = ({ line_end }: Layout, sample: string): string =>
  sample.replaceAll(/\r?\n/g, line_end === 'crlf' ? '\r\n' : '\n')

export function listMissingFileSettings(account: AgencyAccount): string[] {
  const general = fileFields.filter(({ only }) => !only)
  const missing = [...listMissingFields(general, account), ...listMissingDeliverySettings(account)]
  if (missing.length > 0) return missing
  if ('faults' in readLayout(account.settings.layout ?? '')) return ['layout']
  return layoutOf(account) ? [] : ['sample']
}
