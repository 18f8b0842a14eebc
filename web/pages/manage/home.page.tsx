import { fetchRecent } from '#modules/backoffice/home/fetch-recent.ts'
import { fetchWaiting } from '#modules/backoffice/home/fetch-waiting.ts'
import { homeTexts } from '#modules/backoffice/home/home.texts.ts'
import { fetchSetup, skipSetupStep } from '#modules/backoffice/home/setup.ts'
import Tiles from '#modules/backoffice/tiles/tiles.island.tsx'
import { fetchTiles, fetchTileTypes } from '#modules/backoffice/tiles/tiles.ts'
import { staff } from '#platform/permissions.ts'
import { Panel } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { Recent, Setup } from './home-parts.tsx'

type SetupAnswer = Awaited<ReturnType<typeof fetchSetup.run>>
type WaitingItems = Awaited<ReturnType<typeof fetchWaiting.run>>['waiting']

/** The start page of staff: a new school's open setup steps, waiting work, and figures. */
export default page({
  address: '/manage/home',
  title: homeTexts.title,
  may: staff(),
  layout: BackOfficeLayout,
  load: async ({ ctx }) => ({
    setup: await fetchSetup.run(ctx, {}),
    figures: (await fetchRecent.run(ctx, {})).figures,
    waiting: (await fetchWaiting.run(ctx, {})).waiting,
    tiles: (await fetchTiles.run(ctx, { application_path: 'home' })).dashboardTile,
    types: (await fetchTileTypes.run(ctx, { application_path: 'home' })).dashboardTileTypes,
  }),
  async submit({ ctx, url, form: { values } }) {
    const { message } = await skipSetupStep.run(ctx, { step: values.skip ?? '', skip: true })
    return redirect(url.pathname, { flash: { kind: 'success', text: message ?? '' } })
  },
  view: ({ setup, figures, waiting, tiles, types }) => (
    <>
      <Today setup={setup} waiting={waiting} />
      <Recent figures={figures} />
      <div className="mt-6">
        <Tiles application_path="home" first={tiles} types={types} />
      </div>
    </>
  ),
})

function Today({ setup, waiting }: { setup: SetupAnswer; waiting: WaitingItems }) {
  const t = useTexts(homeTexts)
  return (
    <>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <Setup setup={setup} />
      {waiting.length === 0 && <Empty title={t('none')}>{t('noneLead')}</Empty>}
      {waiting.length > 0 && (
        <Panel title={t('what')}>
          <ul className="divide-y divide-border">
            {waiting.map(({ kind, label, count, more_ind, age_days, href }) => (
              <li key={kind} className="flex items-baseline justify-between gap-4 py-2">
                <TextLink href={href} alone>
                  {label}
                </TextLink>
                {age_days !== null && (
                  <span className="figures ms-auto text-sm text-muted-foreground">
                    {t(age_days === 0 ? 'ageToday' : 'age', { days: age_days })}
                  </span>
                )}
                <span className="figures font-semibold">{more_ind ? t('more', { n: count }) : count}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}
