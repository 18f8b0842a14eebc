import { identityErrors } from '#modules/identity/errors.ts'
import { lastPermissionId } from '#modules/identity/permissions.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { admin } from '#platform/permissions.ts'
import { list, z } from '#platform/schema.ts'
import { localText, texts } from '#platform/texts.ts'
import { PermissionGrids, selectDefaultGrids } from './fetch-permissions.ts'
import { PermissionChange } from './permission-row.schema.ts'
import { saveRoleDefaults } from './save-role-defaults.ts'

const messages = texts({ updated: ['Default permissions updated.', 'Los permisos predeterminados se actualizaron.'] })

export const fetchDefaultPermissions = operation({
  call: 'GET /settings/fetchDefaultPermissions',
  summary: 'Returns the permissions that each role has by default in the visited organization',
  may: admin,
  takes: z.object({}),
  gives: z.object({ permissions: PermissionGrids }),
  run: async (ctx) => ({ permissions: await selectDefaultGrids(ctx) }),
})

export const saveDefaultPermissions = operation({
  call: 'POST /settings/saveDefaultPermissions',
  summary: 'Changes the permissions that roles have by default in the visited organization and its sub-organizations',
  may: admin,
  takes: z.object({ permissions: list(PermissionChange, lastPermissionId) }),
  gives: z.object({ permissions: PermissionGrids }),
  fails: [errors.forbidden, identityErrors.ownPermissions, identityErrors.cannotGrant, identityErrors.proofNeeded],
  async run(ctx, { permissions }) {
    await saveRoleDefaults(ctx, permissions)
    // Checked last, so that a person who proves their identity is not then refused for another reason.
    await requireFreshProof(ctx)
    return { permissions: await selectDefaultGrids(ctx), message: localText(ctx.locale, messages, 'updated') }
  },
})
