import KeyModal from '#modules/checkout/keys/key-modal.island.tsx'
import { assignPath, createPath } from '#modules/checkout/keys/key-paths.shared.ts'
import { authorizationKeys } from '#modules/checkout/keys/keys.grid.ts'
import { keyTexts } from '#modules/checkout/keys/keys.texts.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { holds } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

export default page({
  address: '/manage/authorizationKeys',
  title: authorizationKeys.title,
  may: authorizationKeys.may,
  load: async (input) => ({
    grid: await loadGrid(authorizationKeys, input),
    creates: holds(input.ctx.actor, 'MANAGE_AUTHORIZATION_KEYS:CREATE'),
    assigns: holds(input.ctx.actor, 'MANAGE_AUTHORIZATION_KEYS:UPDATE'),
  }),
  view: ({ grid, ...may }) => (
    <>
      <GridPage data={grid} actions={<Actions {...may} />} />
      {(may.creates || may.assigns) && <KeyModal />}
    </>
  ),
  layout: BackOfficeLayout,
})

function Actions({ creates, assigns }: { creates: boolean; assigns: boolean }) {
  const t = useTexts(keyTexts)
  return (
    <>
      {assigns && (
        <LinkButton href={assignPath} variant="outline">
          {t('assign')}
        </LinkButton>
      )}
      {creates && <LinkButton href={createPath}>{t('create')}</LinkButton>}
    </>
  )
}
