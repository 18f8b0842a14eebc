import { permissionType } from '#modules/identity/lookups.shared.ts'
import { offeredPermissions, type PermissionName } from '#modules/identity/permissions.ts'
import { localize, texts } from '#platform/texts.ts'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { checkboxName, type MatrixCell } from './permission-form.shared.ts'
import { permissionGroups } from './permission-groups.ts'

const messages = texts({
  permissions: ['Permissions', 'Permisos'],
  permission: ['Permission', 'Permiso'],
  CREATE: ['Create', 'Crear'],
  READ: ['Read', 'Ver'],
  UPDATE: ['Update', 'Actualizar'],
  DELETE: ['Delete', 'Eliminar'],
  notYours: ["You can't grant a permission that you don't have.", 'No puede otorgar un permiso que usted no tiene.'],
})

const types = Object.keys(permissionType) as (keyof typeof permissionType)[]

/** The matrix as plain checkboxes: a row per permission, in groups, with Create, Read, Update and Delete. */
export function PermissionTable({ cells }: { cells: readonly MatrixCell[] }) {
  const t = useTexts(messages)
  const locale = useLocale()
  return (
    <Table label={t('permissions')} className="max-h-[70dvh] overflow-y-auto">
      <thead>
        <tr>
          <TableHead className="sticky top-0 z-10">{t('permission')}</TableHead>
          {types.map((type) => (
            <TableHead key={type} centred className="sticky top-0 z-10 w-20 max-sm:px-0.5 max-sm:text-xs">
              {t(type)}
            </TableHead>
          ))}
        </tr>
      </thead>
      {permissionGroups.map(([title, names]) => (
        <tbody key={title[0]}>
          <tr>
            <th
              scope="rowgroup"
              colSpan={types.length + 1}
              className="border-b px-3 pt-4 pb-1 text-start text-xs font-bold tracking-wide text-muted-foreground uppercase"
            >
              {localize(locale, title)}
            </th>
          </tr>
          {names.map((name) => (
            <PermissionLine key={name} name={name} cells={cells} />
          ))}
        </tbody>
      ))}
    </Table>
  )
}

function PermissionLine({ name, cells }: { name: PermissionName; cells: readonly MatrixCell[] }) {
  const t = useTexts(messages)
  const label = localize(useLocale(), offeredPermissions[name].text)
  return (
    <tr>
      <TableHead scope="row" className="border-b max-sm:px-2 max-sm:text-xs max-sm:whitespace-normal">
        {label}
      </TableHead>
      {types.map((type) => {
        const cell = cells.find((cell) => cell.name === name && cell.lk_permission_type_id === permissionType[type])
        return (
          <TableCell key={type} className="p-0 text-center">
            {cell && <Box cell={cell} label={`${label}: ${t(type)}`} reason={t('notYours')} />}
          </TableCell>
        )
      })}
    </tr>
  )
}

function Box({ cell, label, reason }: { cell: MatrixCell; label: string; reason: string }) {
  const { permission_id, enabled, can_change } = cell
  return (
    <label
      className="grid min-h-11 place-items-center md:min-h-9 has-disabled:opacity-55"
      title={can_change ? undefined : reason}
    >
      <input
        type="checkbox"
        name={checkboxName(permission_id)}
        value="1"
        defaultChecked={enabled === 1}
        disabled={!can_change}
        aria-label={label}
        aria-description={can_change ? undefined : reason}
        className="size-5"
      />
    </label>
  )
}
