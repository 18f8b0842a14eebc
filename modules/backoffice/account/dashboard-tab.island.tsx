import Tiles from '#modules/backoffice/tiles/tiles.island.tsx'
import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import type { ResponseOf } from '#platform/ui/api.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { dashboardTabTexts } from './dashboard-tab.texts.ts'

type TileList = ResponseOf<'/usertile/studentdetail_tiles/fetch'>
type Props = { place: AccountPlace; first: TileList | null }

/** A student's figures, for staff, with a link to the student's page. */
export default island('backoffice/dashboard-tab', { when: 'visible' }, DashboardTab)

function DashboardTab({ place, first }: Props) {
  const t = useTexts(dashboardTabTexts)
  const student_id = place.user_id ?? 0
  const loaded = useLoaded(first, (api) =>
    api.GET('/usertile/studentdetail_tiles/fetch', { params: { query: { student_id } } }),
  )
  return (
    <ShowLoaded loaded={loaded}>
      {({ dashboardTile }) => (
        <div className="grid gap-4">
          <Tiles application_path="studentdetail" first={dashboardTile} types={[]} subject={{ student_id }} />
          <p className="text-muted-foreground">{t('lead')}</p>
          <p>
            <LinkButton href={pathTo('/manage/student/:id', { id: student_id })} variant="outline">
              {t('details')}
            </LinkButton>
          </p>
        </div>
      )}
    </ShowLoaded>
  )
}
