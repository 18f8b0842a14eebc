import { decomposed } from '#platform/composed.shared.ts'
/** The fields of a student and an enrollment in a row, as named by the sheet's headings. */
export const fields = [
  'first_name',
  'middle_name',
  'last_name',
  'email',
  'loginid',
  'dob',
  'gender',
  'phone_number',
  'address1',
  'address2',
  'city',
  'state',
  'zip',
  'lk_language_id',
  'registered_at',
  'license_number',
  'license_state',
  'license_class',
  'group',
  'due_on',
] as const
export type Field = (typeof fields)[number]

/** The possible contents of a column: a field, a full name to be split, or a suffix to be joined. */
export const columnFields = [...fields, 'full_name', 'suffix'] as const
export type ColumnField = (typeof columnFields)[number]

/** A column of the sheet: its header in lower case and its field. A dropped column can't be used. */
export type Column = { header: string; field: ColumnField | null; dropped: boolean }

/** The index of column O, which has always been ignored. */
const ignoredIndex = 14
const ignoredHeader = 'accord'

/** The fields of the template by column; column O stays empty, because it is ignored. */
export const templateFields: readonly (Field | null)[] = [
  ...fields.slice(0, ignoredIndex),
  null,
  'license_number',
  'license_state',
  'license_class',
  'group',
  'due_on',
]

/** Other names of the fields in English and Spanish, as normalized by `normalizeHeader`. */
const otherWords: Readonly<Record<ColumnField, string>> = {
  first_name: 'first firstname first_names given_name given_names forename nombre nombres primer_nombre',
  middle_name: 'middle middlename middle_initial mi m_i segundo_nombre',
  last_name: 'last lastname last_names surname family_name apellido apellidos primer_apellido',
  email: 'e_mail email_address e_mail_address mail email_id correo correo_electronico direccion_de_correo',
  loginid: 'login_id login username user_name user_id usuario nombre_de_usuario',
  dob: 'd_o_b date_of_birth birth_date birthdate birthday birth_day born fecha_de_nacimiento nacimiento',
  gender: 'sex genero sexo',
  phone_number:
    'phone phone_no telephone telephone_number tel mobile mobile_phone mobile_number cell cell_phone cellphone cell_number home_phone primary_phone phone_1 telefono celular telefono_celular numero_de_telefono',
  address1:
    'address address_1 address_line_1 street street_address street_address_1 mailing_address home_address direccion calle direccion_1',
  address2: 'address_2 address_line_2 street_address_2 apt apartment unit direccion_2 direccion_linea_2 apartamento',
  city: 'city_town town city_name ciudad',
  state: 'state_province province state_code st estado provincia',
  zip: 'zip_code zipcode postal_code postcode zip_postal_code zip_postal postal zip_4 codigo_postal',
  lk_language_id: 'language language_id idioma',
  registered_at: 'registered registration_date date_registered fecha_de_registro',
  license_number:
    'license licence driver_license drivers_license driver_s_license dl dl_number dl_no driver_license_number drivers_license_number driver_s_license_number license_no cdl_number licencia numero_de_licencia numero_de_licencia_de_conducir licencia_de_conducir',
  license_state:
    'dl_state license_issuing_state issuing_state state_of_license driver_license_state drivers_license_state driver_s_license_state estado_de_la_licencia',
  license_class:
    'dl_class cdl_class class_of_license class_or_endorsement endorsement clase_de_licencia clase_de_la_licencia clase_o_endoso',
  group: 'team terminal division department location site grupo equipo sucursal',
  due_on: 'due due_date due_by complete_by deadline vence fecha_limite fecha_para_terminar',
  full_name:
    'name student_name driver_name employee_name student driver participant_name nombre_completo nombre_y_apellido nombre_y_apellidos',
  suffix: 'name_suffix sufijo',
}
const fieldByWord = new Map(
  columnFields.flatMap((field) => [field, ...otherWords[field].split(' ')].map((word) => [word, field] as const)),
)

/** Parses a header row. Column O, 'Accord' and the column after it are dropped, even if they have values. */
export function parseColumns(header: readonly string[]): Column[] {
  const lowerHeaders = header.map((text) => text.trim().toLowerCase())
  const isDropped = (index: number) =>
    index === ignoredIndex || lowerHeaders[index] === ignoredHeader || lowerHeaders[index - 1] === ignoredHeader
  return assignFields(lowerHeaders.map((text, index) => ({ header: text, dropped: isDropped(index) })))
}

/** Parses columns that clients send by name, so their position has no meaning. */
export const parseNamedColumns = (names: readonly string[]): Column[] =>
  assignFields(
    names.map((name) => {
      const header = name.trim().toLowerCase()
      return { header, dropped: header === ignoredHeader }
    }),
  )

/** Assigns each field to the first column that names it. 'Name' beside 'Last name' means the first name. */
function assignFields(columns: readonly Omit<Column, 'field'>[]): Column[] {
  const usedFields = new Set<ColumnField>()
  const namedColumns = columns.map((column): Column => {
    const field = column.dropped ? null : findField(column.header)
    if (field === null || usedFields.has(field)) return { ...column, field: null }
    usedFields.add(field)
    return { ...column, field }
  })
  if (!usedFields.has('full_name') || !usedFields.has('last_name')) return namedColumns
  const replacement = usedFields.has('first_name') ? null : 'first_name'
  return namedColumns.map((column) => (column.field === 'full_name' ? { ...column, field: replacement } : column))
}

const findField = (header: string): ColumnField | null => fieldByWord.get(normalizeHeader(header)) ?? null

/** Normalizes headers such as 'E-mail Address *', 'Date of Birth (MM/DD/YYYY)' and 'Teléfono:'. */
const normalizeHeader = (header: string): string =>
  decomposed(header.slice(0, 200).toLowerCase())
    .replaceAll(/\([^()]*\)|\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .replace(/^student_(?!name$)/, '')

/** The column field whose cell contains a field: `full_name` for a name in a single cell. */
export function findCellField(columns: readonly Pick<Column, 'field'>[], field: Field): ColumnField {
  const isName = field === 'first_name' || field === 'last_name'
  return isName && !columns.some((column) => column.field === field) ? 'full_name' : field
}

/** The number of rows searched for headings, and the minimum of fields that the heading row must name. */
const maxHeadingRows = 20
const minFields = 2

/**
 * Finds the heading row: the one among the first rows that names the most fields. If none names two, it is the first
 * non-empty row, and `isKnown` is false.
 */
export function findHeadingRow(rows: readonly (readonly string[])[]): { at: number; isKnown: boolean } {
  let best = { at: -1, count: minFields - 1 }
  for (const [index, row] of rows.slice(0, maxHeadingRows).entries()) {
    const count = parseColumns(row).filter(({ field }) => field !== null).length
    if (count > best.count) best = { at: index, count }
  }
  if (best.at >= 0) return { at: best.at, isKnown: true }
  return {
    at: Math.max(
      0,
      rows.findIndex((row) => row.some((text) => text.trim() !== '')),
    ),
    isKnown: false,
  }
}

/** A column's letters in a spreadsheet program: 'A', 'B' … 'AX'. */
export function columnLetter(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : `${columnLetter(Math.floor(index / 26) - 1)}${letter}`
}
