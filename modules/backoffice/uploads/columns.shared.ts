/** What a row says of a student; the first row of the sheet names these. */
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
] as const
export type Field = (typeof fields)[number]

/** A column of the sheet: its header, lower-cased, and what it holds. One that is dropped cannot be chosen. */
export type Column = { header: string; field: Field | null; dropped: boolean }

/** Column O, which the product has always ignored. */
const ignoredPlace = 14
const ignoredHeader = 'accord'

const others: Readonly<Record<string, Field>> = {
  first: 'first_name',
  firstname: 'first_name',
  nombre: 'first_name',
  middle: 'middle_name',
  middlename: 'middle_name',
  last: 'last_name',
  lastname: 'last_name',
  surname: 'last_name',
  apellido: 'last_name',
  e_mail: 'email',
  email_address: 'email',
  login_id: 'loginid',
  login: 'loginid',
  username: 'loginid',
  date_of_birth: 'dob',
  birth_date: 'dob',
  birthdate: 'dob',
  birthday: 'dob',
  sex: 'gender',
  phone: 'phone_number',
  telephone: 'phone_number',
  mobile: 'phone_number',
  address: 'address1',
  address_1: 'address1',
  street: 'address1',
  address_2: 'address2',
  zip_code: 'zip',
  zipcode: 'zip',
  postal_code: 'zip',
  language: 'lk_language_id',
  registered: 'registered_at',
}

/** The columns of a header row. 'Accord', the column after it and column O are dropped, even if they have values. */
export function columnsOf(header: readonly string[]): Column[] {
  const lower = header.map((text) => text.trim().toLowerCase())
  const taken = new Set<Field>()
  return lower.map((text, place) => {
    const dropped = place === ignoredPlace || text === ignoredHeader || lower[place - 1] === ignoredHeader
    const field = dropped ? null : fieldOf(text)
    if (field === null || taken.has(field)) return { header: text, field: null, dropped }
    taken.add(field)
    return { header: text, field, dropped }
  })
}

/** Columns that a program names itself: their place says nothing. */
export const columnsOfNames = (names: readonly string[]): Column[] =>
  names.map((name) => {
    const header = name.trim().toLowerCase()
    const dropped = header === ignoredHeader
    return { header, field: dropped ? null : fieldOf(header), dropped }
  })

function fieldOf(header: string): Field | null {
  const word = header.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_|_$/g, '')
  return fields.find((field) => field === word) ?? others[word] ?? null
}

/** 'A', 'B' … 'AX': what a spreadsheet program calls a column. */
export function letterOf(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26))
  return place < 26 ? letter : `${letterOf(Math.floor(place / 26) - 1)}${letter}`
}
