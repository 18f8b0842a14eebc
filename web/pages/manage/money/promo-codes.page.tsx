import CodeModal from '#modules/checkout/promo-codes/code-modal.island.tsx'
import { promoTexts } from '#modules/checkout/promo-codes/promo-code.texts.ts'
import { promoCodes } from '#modules/checkout/promo-codes/promo-codes.grid.ts'
import { createCodePath } from '#modules/checkout/promo-codes/promo-paths.shared.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { holds } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

export default page({
  address: '/manage/settings/promo-codes',
  title: promoCodes.title,
  may: promoCodes.may,
  load: async (input) => ({
    grid: await loadGrid(promoCodes, input),
    canAdd: holds(input.ctx.actor, 'MANAGE_SETTINGS:UPDATE'),
  }),
  view: ({ grid, canAdd }) => (
    <>
      <GridPage data={grid} actions={canAdd && <Add />} />
      {canAdd && <CodeModal />}
    </>
  ),
  layout: BackOfficeLayout,
})

function Add() {
  const t = useTexts(promoTexts)
  return <LinkButton href={createCodePath}>{t('add')}</LinkButton>
}
