import { isProofNeeded } from '#modules/identity/entry.ts'
import { fetchPermissions } from '#modules/identity/permission-management/fetch-permissions.ts'
import PermissionForm from '#modules/identity/permission-management/permission-form.island.tsx'
import { changedRows, checkboxName } from '#modules/identity/permission-management/permission-form.shared.ts'
import { savePermissions } from '#modules/identity/permission-management/save-permissions.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { admin } from '#platform/permissions.ts'
import { localize, type Text, texts } from '#platform/texts.ts'
import { PageTitle } from '#platform/ui/parts.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { refusedWith } from '#web/pages/manage/refused-with.ts'

const messages = texts({
  title: ['Default Permissions', 'Permisos predeterminados'],
  lead: [
    "Each role has these permissions in this organization and its sub-organizations, unless a person's own permissions are different.",
    'Cada rol tiene estos permisos en esta organización y sus suborganizaciones, salvo que los permisos de una persona sean distintos.',
  ],
  roles: ['Roles', 'Roles'],
  failed: [
    'Default permissions could not be updated: {message}',
    'No se pudieron actualizar los permisos predeterminados: {message}',
  ],
})

const roles = {
  Admin: { label: ['Admin', 'Administrador'] as Text, grid: 'adminPermissions' },
  Instructor: { label: ['Instructor', 'Instructor'] as Text, grid: 'instructorPermissions' },
  Support: { label: ['Support', 'Soporte'] as Text, grid: 'supportPermissions' },
} as const
type StaffRole = keyof typeof roles

const roleOf = (text: string | undefined): StaffRole => (text === 'Admin' || text === 'Support' ? text : 'Instructor')

async function load(ctx: Ctx, role: StaffRole) {
  const { permissions } = await fetchPermissions.run(ctx, {})
  const cells = permissions[roles[role].grid].map(
    ({ permission_id, name, lk_permission_type_id, enabled, can_change }) => ({
      permission_id,
      name,
      lk_permission_type_id,
      enabled,
      can_change,
    }),
  )
  return { role, cells }
}

export default page({
  address: '/manage/permissions',
  title: messages.title,
  may: admin,
  layout: BackOfficeLayout,
  load: ({ ctx, query }) => load(ctx, roleOf(query.role)),
  async submit({ ctx, query, form }) {
    const { role, cells } = await load(ctx, roleOf(query.role))
    const permissions = changedRows(cells, (id) => form.values[checkboxName(id)] === '1', role)
    const path = pathTo('/manage/permissions', { query: { role } })
    return savePermissions.run(ctx, { permissions }).then(
      ({ message = '' }) => redirect(path, { flash: { kind: 'success', text: message } }),
      (error) => {
        if (!isProofNeeded(error)) return refusedWith(ctx, error, form.values, messages.failed)
        return redirect(pathTo('/prove', { query: { redirect: path } }))
      },
    )
  },
  view: ({ role, cells }, { locale }) => (
    <>
      <PageTitle lead={localize(locale, messages.lead)}>{localize(locale, messages.title)}</PageTitle>
      <div className="mb-4">
        <Tabs
          label={localize(locale, messages.roles)}
          tabs={(Object.keys(roles) as StaffRole[]).map((choice) => ({
            href: pathTo('/manage/permissions', { query: { role: choice } }),
            label: localize(locale, roles[choice].label),
            current: choice === role,
          }))}
        />
      </div>
      <PermissionForm key={role} cells={cells} user_id={null} staffRole={role} />
    </>
  ),
})
