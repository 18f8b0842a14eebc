import type { OwnerColumn, PersonalTable } from './personal-table.ts'

/** A condition for the rows of the person with the id `$1`. Names come from declarations, never from input. */
export function personRowsSql({ whose, where = {} }: Pick<PersonalTable, 'whose' | 'where'>): string {
  const constants = Object.entries(where).map(([column, value]) => `${column} = ${Number(value)}`)
  return [belongs(whose), ...constants].join(' and ')
}

const belongs = ({ column, in: owner }: OwnerColumn): string =>
  owner ? `${column} in (select ${owner.key} from ${owner.table} where ${belongs(owner.whose)})` : `${column} = $1::int`
