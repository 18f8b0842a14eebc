import { userRole } from '#modules/identity/lookups.shared.ts'
import { texts } from '#platform/texts.ts'
import { Empty } from '#platform/ui/empty.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PermissionForm } from './permission-form.tsx'

const messages = texts({
  none: ['No permissions', 'Sin permisos'],
  student: [
    "Students don't have permissions. Their courses decide what they can do.",
    'Los estudiantes no tienen permisos. Lo que pueden hacer depende de sus cursos.',
  ],
})

/** A person's permissions within the account; loads and saves on its own. */
export function PermissionMatrix({ user_id, lk_user_role_id }: { user_id: number; lk_user_role_id: number }) {
  const t = useTexts(messages)
  if (lk_user_role_id === userRole.Student) return <Empty title={t('none')}>{t('student')}</Empty>
  return <StaffMatrix user_id={user_id} lk_user_role_id={lk_user_role_id} />
}

const grids = {
  [userRole.Admin]: ['Admin', 'adminPermissions'],
  [userRole.Instructor]: ['Instructor', 'instructorPermissions'],
  [userRole.Support]: ['Support', 'supportPermissions'],
} as const

function StaffMatrix({ user_id, lk_user_role_id }: { user_id: number; lk_user_role_id: number }) {
  const loaded = useLoaded(null, (api) => api.GET('/permission', { params: { query: { user_id } } }))
  const [role, grid] = grids[lk_user_role_id as keyof typeof grids]
  return (
    <ShowLoaded loaded={loaded}>
      {({ permissions }) => <PermissionForm cells={permissions[grid]} user_id={user_id} staffRole={role} />}
    </ShowLoaded>
  )
}
